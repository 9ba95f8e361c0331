// Runs the whole real chain for tests: an agent, its daemon, browsers with the extension, and sessions in them.
import type { Action } from "@webserv/shared/model/action.ts";
import type { BrowserInfo, BrowserKind } from "@webserv/shared/model/browser.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { SettleOptions } from "@webserv/shared/model/page/settle.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import type { TrajectoryStep } from "@webserv/shared/model/trajectory.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { CallOptions, Peer } from "@webserv/shared/rpc/peer.ts";

import { connectDaemon } from "@webserv/host/src/reach/connect.ts";
import type { Paths } from "@webserv/host/src/paths.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";

import { TestHome, until } from "./daemon.ts";
import { idOf } from "../reading/observed.ts";
import { OwnBrowser, startOwnBrowser } from "../browser/own-browser.ts";
import { PATIENCE_MS } from "../time/patience.ts";

export type Agent = Peer<"agent-daemon", "daemon-agent">;

/** Settles quickly, so that tests do not spend their time on the paper's idle window. */
const QUICK: SettleOptions = { idleMs: 100, budgetMs: 60_000 };

export interface ActOptions extends CallOptions {
  readonly actionId?: string;
  readonly settle?: SettleOptions;
  readonly observe?: ObserveOptions;
  /** The agent that acts; the chain's own if left out. */
  readonly agent?: Agent;
}

/** Holds one home with its daemon, whichever process that is now, and an agent connected to it. */
export class Chain {
  readonly #home: TestHome;
  readonly #browsers: OwnBrowser[] = [];
  readonly #agents: Agent[] = [];
  #agent: Agent;

  private constructor(home: TestHome, agent: Agent) {
    this.#home = home;
    this.#agent = agent;
    this.#agents.push(agent);
  }

  static async open(): Promise<Chain> {
    const home = await TestHome.make();
    return new Chain(home, await connect(home.paths));
  }

  get agent(): Agent {
    return this.#agent;
  }

  get paths(): Paths {
    return this.#home.paths;
  }

  /** Connects one more agent. */
  async connect(): Promise<Agent> {
    const agent = await connect(this.paths);
    this.#agents.push(agent);
    return agent;
  }

  /** Kills the daemon as a crash does. */
  async killDaemon(): Promise<void> {
    const { pid } = await this.agent.call("daemon.status", {});
    process.kill(pid, "SIGKILL");
    await until(() => !isRunning(pid), "the daemon has ended");
  }

  /** Connects the chain's agent anew, to the daemon that runs now or to one it starts. */
  async reconnect(): Promise<void> {
    this.#agent = await this.connect();
  }

  /** Launches a browser by the daemon, without a window. */
  async launch(kind: BrowserKind): Promise<BrowserInfo> {
    return await this.agent.call("browser.launch", { kind, headless: true });
  }

  /** Starts a person's own browser, once for each profile, and waits until it is connected. */
  async ownBrowser(profile = "profile"): Promise<{ own: OwnBrowser; browserId: string }> {
    const before = new Set((await this.#browserIds()).map(String));
    const own = new OwnBrowser(await startOwnBrowser({ home: this.paths.home, profile }));
    this.#browsers.push(own);
    let browserId = "";
    await until(async () => {
      browserId = (await this.#browserIds()).find((id) => !before.has(id)) ?? "";
      return browserId !== "";
    }, "the person's own browser connects");
    return { own, browserId };
  }

  async session(
    params: ParamsInput<"session.open">,
    agent: Agent = this.agent,
  ): Promise<ChainSession> {
    const opened = await agent.call("session.open", params);
    return new ChainSession(this, opened);
  }

  /** Resolves with the state of a session; undefined if it no longer exists. */
  async stateOf(sessionId: string): Promise<string | undefined> {
    const { sessions } = await this.agent.call("session.list", {});
    return sessions.find((session) => session.sessionId === sessionId)?.state;
  }

  async close(): Promise<void> {
    for (const own of this.#browsers) await own.close().catch(() => {});
    for (const agent of this.#agents) agent.close();
    await this.#home[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #browserIds(): Promise<string[]> {
    const { browsers } = await this.agent.call("browser.list", {});
    return browsers.map(({ browserId }) => browserId);
  }
}

/** Holds a session and the last page its agent saw. */
export class ChainSession {
  readonly opened: Result<"session.open">;
  readonly sessionId: string;
  readonly #chain: Pick<Chain, "agent">;
  #seen: Observation | null;
  #actions = 0;

  constructor(chain: Pick<Chain, "agent">, opened: Result<"session.open">) {
    this.#chain = chain;
    this.opened = opened;
    this.sessionId = opened.session.sessionId;
    this.#seen = opened.observation;
  }

  get seen(): Observation | null {
    return this.#seen;
  }

  /** Returns the id on the page seen last that ends with `name`. */
  id(name: string): string {
    return idOf(this.#seen, name);
  }

  async act(action: Action, options: ActOptions = {}): Promise<Step> {
    const { agent = this.#chain.agent, settle = QUICK, observe = {}, ...call } = options;
    const actionId = options.actionId ?? `a-${++this.#actions}`;
    const step = await agent.call(
      "session.act",
      { sessionId: this.sessionId, actionId, action, settle, observe },
      call,
    );
    this.#seen = step.observation;
    return step;
  }

  async observe(): Promise<Observation> {
    const { sessionId } = this;
    const seen = await this.#chain.agent.call("session.observe", { sessionId });
    this.#seen = seen;
    return seen;
  }

  /** Resolves with the steps that are on disk. */
  async recorded(): Promise<TrajectoryStep[]> {
    const { sessionId } = this;
    const { lines, badLines, whole } = await this.#chain.agent.call("trajectory.show", {
      sessionId,
    });
    if (badLines.length > 0 || !whole) throw new Error(`bad lines ${badLines.join(", ")}`);
    return lines.filter((line): line is TrajectoryStep => line.kind === "step");
  }

  async close(): Promise<void> {
    await this.#chain.agent.call("session.close", { sessionId: this.sessionId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It may have been closed, or its daemon ended, in the course of the test.
    await this.close().catch(() => {});
  }
}

async function connect(paths: Paths): Promise<Agent> {
  return await connectDaemon({
    home: paths.home,
    start: true,
    client: { name: "test", version: "1" },
    callMs: PATIENCE_MS,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}
