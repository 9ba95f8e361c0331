// Describes a page that is read: its address, who has to be logged in, and when it is at rest.
import type { Page } from "puppeteer";

export interface VisitedPage {
  /** The application or library it belongs to. */
  readonly group: string;
  readonly name: string;
  readonly url: string;
  readonly login?: Login;
  /** Resolves when the page has drawn everything that it shows. */
  readonly settled: (page: Page) => Promise<void>;
}

export interface Login {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Logs browsers in, once for each login. */
export class Visitor {
  readonly #done = new Set<Login["url"]>();

  /** Navigates the page to its address. */
  async visit(page: Page, { url, login, settled }: VisitedPage): Promise<void> {
    if (login !== undefined && !this.#done.has(login.url)) {
      // The login has a tab of its own: requests of its page that are still open would count as the visited page's.
      const own = await page.browserContext().newPage();
      await logIn(own, login);
      await own.close();
      await page.bringToFront();
      this.#done.add(login.url);
    }
    await page.goto(url, { waitUntil: "load", timeout: 120_000 });
    await settled(page);
  }
}

/** Logs in by the page's form with a password, whatever its fields are called. */
async function logIn(page: Page, { url, username, password }: Login): Promise<void> {
  await page.goto(url, { waitUntil: "networkidle2", timeout: 120_000 });
  const form = 'form:has(input[type="password"])';
  await page.locator(`${form} input:is([type="text"], [type="email"])`).fill(username);
  await page.locator(`${form} input[type="password"]`).fill(password);
  const left = page.waitForNavigation({ timeout: 120_000 });
  await page.locator(`${form} [type="submit"]`).click();
  await left;
}
