// Plays WebServ as an agent uses it: a session in a browser with the extension, over the daemon's public methods.
import { randomUUID } from "node:crypto";

import type { Page } from "puppeteer";

import type { Action } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { SettleMode } from "@webserv/shared/model/page/settle.ts";
import type { Step } from "@webserv/shared/model/step.ts";

import {
  OwnBrowser,
  type OwnBrowserOptions,
  startOwnBrowser,
} from "../../../test/support/browser/own-browser.ts";
import { type OwnDaemon, startOwnDaemon } from "../../own-daemon.ts";
import { finalMarks } from "./report/marks.ts";
import { TYPED } from "./page/configuration.ts";
import type { Played, Player, Told } from "./policy.ts";
import type { Visit } from "./site/visit.ts";
import { TRUTH_MS, untilReady } from "./tab.ts";
import { untilTrue } from "./until.ts";

const CONNECT_MS = 30_000;
const CALL_MS = 60_000;

export class WebservPlayer implements Player {
  readonly #daemon: OwnDaemon;
  readonly #own: OwnBrowser;
  readonly #mode: SettleMode;
  readonly #sessionId: string;
  readonly #page: Page;

  private constructor(
    daemon: OwnDaemon,
    own: OwnBrowser,
    mode: SettleMode,
    { sessionId, page }: { readonly sessionId: string; readonly page: Page },
  ) {
    this.#daemon = daemon;
    this.#own = own;
    this.#mode = mode;
    this.#sessionId = sessionId;
    this.#page = page;
  }

  /**
   * @param start a page to open the session with
   * @param options further flags of the browser's command line, or another extension than ours
   */
  static async open(
    mode: SettleMode,
    start: string,
    options: Pick<OwnBrowserOptions, "flags" | "extension"> = {},
  ): Promise<WebservPlayer> {
    const daemon = await startOwnDaemon("bench-settle");
    try {
      const own = new OwnBrowser(await startOwnBrowser({ home: daemon.home, ...options }));
      const browserId = await connected(daemon);
      const opened = await daemon.peer.call(
        "session.open",
        { browserId, url: start },
        { timeoutMs: CALL_MS },
      );
      const page = await own.pageAt(start);
      const { sessionId } = opened.session;
      return new WebservPlayer(daemon, own, mode, { sessionId, page });
    } catch (error) {
      await daemon.close();
      throw error;
    }
  }

  /** Returns the tab of the session. */
  get page(): Page {
    return this.#page;
  }

  /** Opens a tab outside of the session. */
  async newTab(): Promise<Page> {
    return await this.#own.browser.newPage();
  }

  async play(url: string, visit: Visit): Promise<Played[]> {
    await this.goto(url);
    await untilReady(this.#page, visit);
    const seen = await this.observe();
    const { step, answeredAt } = await this.act(actionOn(seen, visit));
    const marks = await finalMarks(this.#page, visit.key, TRUTH_MS);
    if (step.settle === null) throw new Error("the step has no settle report");
    const { status, waitedFor, pending, reasons } = step.settle;
    const shown = await holds(this.#page, visit.token, step);
    const told: Told = { waitedFor, pending, reasons, shown };
    return [{ policy: "WebServ", visit, answeredAt, status, marks, told }];
  }

  /** Navigates the tab, without waiting for more than the document. */
  async goto(url: string): Promise<void> {
    await this.#act({ type: "goto", url }, "load");
  }

  async observe(): Promise<Observation> {
    const { peer } = this.#daemon;
    return await peer.call(
      "session.observe",
      { sessionId: this.#sessionId },
      { timeoutMs: CALL_MS },
    );
  }

  /** Acts with the measured mode. `answeredAt` is when settling had ended, in ms since the epoch. */
  async act(action: Action): Promise<{ step: Step; answeredAt: number }> {
    return await this.#act(action, this.#mode);
  }

  async close(): Promise<void> {
    await this.#own.close();
    await this.#daemon.close();
  }

  async #act(action: Action, mode: SettleMode): Promise<{ step: Step; answeredAt: number }> {
    const askedAt = Date.now();
    const step = await this.#daemon.peer.call(
      "session.act",
      { sessionId: this.#sessionId, actionId: randomUUID(), action, settle: { mode } },
      { timeoutMs: CALL_MS },
    );
    const receivedAt = Date.now();
    if (step.status !== "done") {
      throw new Error(`${action.type} was ${step.status}: ${step.error?.message ?? "no reason"}`);
    }
    // The rest is the way there and back, half of which lies after the reading.
    const { observeMs, totalMs } = step.times;
    const backMs = Math.max(0, receivedAt - askedAt - totalMs) / 2;
    return { step, answeredAt: receivedAt - backMs - observeMs };
  }
}

/** Returns undefined if the page marks its last effect by no text, so that no reading could hold it. */
async function holds(page: Page, token: string, step: Step): Promise<boolean | undefined> {
  const looks = page.frames().map(async (frame) => {
    const text = await frame.evaluate("document.body?.innerText ?? ''").catch(() => "");
    return String(text).includes(token);
  });
  const onPage = (await Promise.all(looks)).includes(true);
  return onPage ? step.observation?.html.includes(token) : undefined;
}

function actionOn(seen: Observation, { scenario }: Visit): Action {
  if (scenario.pattern.action === "type") {
    return {
      type: "type",
      id: idWith(
        seen.inputs.map(({ id }) => id),
        "look",
      ),
      text: TYPED,
    };
  }
  return { type: "click", id: idWith(seen.clickable, "press") };
}

function idWith(ids: readonly string[], word: string): string {
  const id = ids.find((each) => each.includes(word));
  if (id === undefined) throw new Error(`no id with "${word}" is among ${ids.join(", ")}`);
  return id;
}

async function connected({ peer }: OwnDaemon): Promise<string> {
  let browserId: string | undefined;
  await untilTrue(async () => {
    const { browsers } = await peer.call("browser.list", {});
    browserId = browsers[0]?.browserId;
    return browserId !== undefined;
  }, CONNECT_MS);
  if (browserId === undefined) throw new Error(`no browser connected within ${CONNECT_MS} ms`);
  return browserId;
}
