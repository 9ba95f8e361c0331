// Runs a person's own Chromium: started by the test with the built extension, and outliving any daemon.
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Browser, CDPSession, Connection, Page } from "puppeteer";
import { launch } from "puppeteer";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";
import {
  launcherName,
  MANIFEST_FILE,
  MANIFESTS_FOLDER,
  writeNativeHost,
} from "@webserv/host/src/browser/installed/native-manifest.ts";
import { extensionDir } from "@webserv/host/src/paths.ts";
import { EXTENSION_ID, EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";

import { until } from "../daemon/daemon.ts";
import { PATIENCE_MS } from "../time/patience.ts";
import { NATIVE_HOST } from "../programs/programs.ts";

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  "--window-size=1100,800",
];

const FLAGS_OF_DRIVEN = [
  "--disable-backgrounding-occluded-windows",
  "--disable-background-timer-throttling",
  "--disable-popup-blocking",
  "--disable-renderer-backgrounding",
  "--enable-automation",
];

export interface OwnBrowserOptions {
  /** WEBSERV_HOME of the daemon that its native host connects to. The profile lies below it. */
  readonly home: string;
  /** The profile's folder below the home; `profile` if left out. */
  readonly profile?: string;
  /** False if there is no native host to connect to. */
  readonly nativeHost?: boolean;
  /** The folder of the built extension, if it is another than ours. */
  readonly extension?: string;
  /** The folders of further extensions. */
  readonly extensions?: readonly string[];
  /** Further flags of the browser's command line. */
  readonly flags?: readonly string[];
  /** The X display that its windows open on, as in a person's browser; it has none if left out. */
  readonly display?: string;
  /** True if pages that were left are kept for going back to, as in every browser but a driven one. */
  readonly keepsPages?: boolean;
  /** True if the caller closes it even if the program is told to end; otherwise a signal ends both at once. */
  readonly closedByCaller?: boolean;
}

export async function startOwnBrowser(options: OwnBrowserOptions): Promise<Browser> {
  if (!existsSync(join(extensionDir, "manifest.json"))) {
    throw new Error(`there is no extension in ${extensionDir}: run npm run build -w extension`);
  }
  const { home } = options;
  const userDataDir = join(home, options.profile ?? "profile");
  if (options.nativeHost !== false) {
    await writeNativeHost(
      {
        manifestFile: join(userDataDir, MANIFESTS_FOLDER, MANIFEST_FILE),
        launcherFile: join(home, launcherName()),
      },
      { node: process.execPath, program: NATIVE_HOST, home },
    );
  }
  const { executable } = await chooseBrowser(undefined);
  const flags = [...FLAGS, ...(options.flags ?? [])];
  const signals = options.closedByCaller !== true;
  return await launch({
    executablePath: executable,
    handleSIGINT: signals,
    handleSIGTERM: signals,
    handleSIGHUP: signals,
    userDataDir,
    pipe: true,
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
    ...windowOptions(options),
    enableExtensions: [options.extension ?? extensionDir, ...(options.extensions ?? [])],
    // The window's own size, as for a person.
    defaultViewport: null,
    args: process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags,
  });
}

/** Returns the options by which a browser with windows differs from a driven browser as a person's does. */
function windowOptions({ display, keepsPages = false }: OwnBrowserOptions) {
  const ofDriven = keepsPages ? ["--disable-back-forward-cache"] : [];
  if (display === undefined) return keepsPages ? { ignoreDefaultArgs: ofDriven } : {};
  return {
    headless: false,
    env: { ...process.env, DISPLAY: display },
    ignoreDefaultArgs: [...ofDriven, ...FLAGS_OF_DRIVEN],
  };
}

/** Holds what the code itself threw in the worker. */
class WorkerFault extends Error {
  /** The worker has only just started, and has nothing of its own yet. */
  get isEarly(): boolean {
    return this.message.includes("chrome is not defined");
  }
}

/** The most workers that may end during one evaluation. */
const WORKER_TRIES = 5;

export interface AttachedWorker {
  /** Resolves with the expression's value, awaited. */
  evaluate(expression: string): Promise<unknown>;
  detach(): Promise<void>;
}

export class OwnBrowser {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  get pid(): number {
    const pid = this.browser.process()?.pid;
    if (pid === undefined) throw new Error("the browser has no process");
    return pid;
  }

  /**
   * Runs `work` in the service worker that runs now, or in the next one; again if that one ended meanwhile.
   * puppeteer's own handles of workers stay after these have ended.
   */
  async inWorker<Given extends readonly unknown[], Found>(
    work: (...given: Given) => Found,
    ...given: Given
  ): Promise<Awaited<Found>> {
    const words = given.map((each) => JSON.stringify(each) ?? "undefined");
    return (await this.evaluateInWorker(`(${String(work)})(${words.join()})`)) as Awaited<Found>;
  }

  /** Does the same as `inWorker` with an expression as text; resolves with its value, awaited. */
  async evaluateInWorker(expression: string): Promise<unknown> {
    for (let left = WORKER_TRIES; ; left--) {
      try {
        const worker = await this.attachWorker();
        try {
          return await worker.evaluate(expression);
        } finally {
          await worker.detach();
        }
      } catch (error) {
        if (left === 0 || (error instanceof WorkerFault && !error.isEarly)) throw error;
      }
    }
  }

  /**
   * Attaches to the service worker that runs now, or to the next one, for many evaluations. Attaching and detaching
   * make the browser draw its pages anew, which must not happen during a measurement.
   */
  async attachWorker(): Promise<AttachedWorker> {
    const { client, connection } = await this.#client();
    try {
      const targetId = await this.#runningWorker();
      const { sessionId } = await client.send("Target.attachToTarget", { targetId, flatten: true });
      const session = connection.session(sessionId);
      if (session === null) throw new Error(`the worker ${targetId} has ended`);
      return {
        evaluate: (expression) => evaluated(session, expression),
        detach: () => client.detach(),
      };
    } catch (error) {
      await client.detach();
      throw error;
    }
  }

  /** Ends the service worker at once, as the browser may at any time. */
  async stopWorker(): Promise<void> {
    const { client } = await this.#client();
    try {
      const targetId = await this.#runningWorker();
      await client.send("Target.closeTarget", { targetId });
      await until(async () => !(await this.#workers()).includes(targetId), "the worker has ended");
    } finally {
      await client.detach();
    }
  }

  async #runningWorker(): Promise<string> {
    let found: string | undefined;
    await until(async () => {
      found = (await this.#workers()).at(-1);
      return found !== undefined;
    }, "a service worker runs");
    if (found === undefined) throw new Error("no service worker runs");
    return found;
  }

  async #workers(): Promise<readonly string[]> {
    const { client } = await this.#client();
    try {
      const { targetInfos } = await client.send("Target.getTargets");
      return targetInfos
        .filter(({ type, url }) => type === "service_worker" && url.startsWith(EXTENSION_ORIGIN))
        .map(({ targetId }) => targetId);
    } finally {
      await client.detach();
    }
  }

  async #client(): Promise<{ client: CDPSession; connection: Connection }> {
    const client = await this.browser.target().createCDPSession();
    const connection = client.connection();
    if (connection === undefined) throw new Error("the browser has closed its connection");
    return { client, connection };
  }

  /** Opens the side panel's page in a tab; that wakes the worker, too. */
  async openPanel(): Promise<Page> {
    const page = await this.browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`chrome-extension://${EXTENSION_ID}/src/panel/index.html`);
    return page;
  }

  /**
   * Presses the person's button that lets agents begin after a Stop, if it is shown, so that sessions can be opened
   * at once.
   */
  async letAgentsBegin(panel: Page): Promise<void> {
    // Looking and clicking are one step: the button may be gone between a look at it and a click by the mouse.
    const press = (): Promise<boolean> =>
      panel.$eval("#pause", (pause) => {
        if (!pause.hasAttribute("hidden")) pause.querySelector("button")?.click();
        return pause.hasAttribute("hidden");
      });
    await until(press, "agents can begin again");
  }

  /** Resolves with the tab that shows `url`. */
  async pageAt(url: string): Promise<Page> {
    const target = await this.browser.waitForTarget((candidate) => candidate.url() === url, {
      timeout: PATIENCE_MS,
    });
    const page = await target.page();
    if (page === null) throw new Error(`the tab at ${url} has no page`);
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

async function evaluated(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails === undefined) return result.value;
  const { text, exception } = exceptionDetails;
  throw new WorkerFault(exception?.description ?? text);
}
