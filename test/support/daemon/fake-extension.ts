// Plays a browser's extension for tests: real native host, real frames, and pages that are made up.
import { randomUUID } from "node:crypto";

import { frameTransport } from "@webserv/host/src/reach/frame-transport.ts";
import type { Asked } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Screenshot } from "@webserv/shared/model/page/screenshot.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import type { Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import { chunked } from "@webserv/shared/rpc/chunks.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { CallContext, Handlers } from "@webserv/shared/rpc/peer.ts";

import { startNativeHost } from "./native-host.ts";
import type { NativeHost } from "./native-host.ts";

export type DaemonPeer = Peer<"extension-daemon", "daemon-extension">;
export type ActOrder = Params<"lease.act">;

export interface FakeExtensionOptions {
  readonly home: string;
  readonly browserId?: string;
  readonly launchId?: string;
  /** The environment of its native hosts. */
  readonly env?: Readonly<Record<string, string>>;
  /** Carries out an action; the default does at once what it is asked. */
  readonly act?: (order: ActOrder, context: CallContext) => Promise<StepOutcome> | StepOutcome;
  /** Replaces handlers of the daemon's calls. */
  readonly handlers?: Partial<Handlers<"daemon-extension">>;
}

interface FakeLease {
  readonly tabs: { index: number; url: string; title: string; active: boolean }[];
  stopped: boolean;
  readonly actions: Map<string, StepOutcome | "begun">;
}

/** Keeps what outlives a worker: leases, and the actions that were carried out. */
export class FakeExtension {
  readonly browserId: string;
  readonly leases = new Map<string, FakeLease>();
  /** Every action that reached the page, in order. */
  readonly ran: string[] = [];
  /** Every action whose outcome the daemon asked for. */
  readonly asked: string[] = [];
  readonly proxies: Params<"proxy.set">[] = [];
  workerId = randomUUID();
  readonly #options: FakeExtensionOptions;
  #host: NativeHost | undefined;
  #peer: DaemonPeer | undefined;

  constructor(options: FakeExtensionOptions) {
    this.#options = options;
    this.browserId = options.browserId ?? `browser-${randomUUID().slice(0, 8)}`;
  }

  /** Resolves with a connected one. */
  static async connect(options: FakeExtensionOptions): Promise<FakeExtension> {
    const extension = new FakeExtension(options);
    await extension.connect();
    return extension;
  }

  get host(): NativeHost {
    if (this.#host === undefined) throw new Error("the fake extension was never connected");
    return this.#host;
  }

  get peer(): DaemonPeer {
    if (this.#peer === undefined) throw new Error("the fake extension was never connected");
    return this.#peer;
  }

  /** Starts a native host and says hello through it. */
  async connect(hello: Partial<ParamsInput<"link.hello">> = {}): Promise<Result<"link.hello">> {
    const { home, launchId, env = {} } = this.#options;
    this.#host = startNativeHost({ home, env, ...(launchId === undefined ? {} : { launchId }) });
    this.#peer = new Peer({
      transport: chunked(frameTransport(this.#host.stdio)),
      serves: { link: "daemon-extension", handlers: this.#handlers() },
    });
    return await this.#peer.call("link.hello", {
      protocol: { ...protocolVersion },
      extensionVersion: "0.0.1",
      browserId: this.browserId,
      browser: "Fake 1.0",
      workerId: this.workerId,
      sessions: [...this.leases.keys()],
      ...hello,
    });
  }

  /** Breaks the connection; the browser and its tabs stay. */
  async drop(): Promise<void> {
    this.host.process.kill("SIGKILL");
    await this.host.ended;
  }

  /** Ends the worker with what it was doing, and starts another one. */
  async restartWorker(): Promise<void> {
    await this.drop();
    this.workerId = randomUUID();
    await this.connect();
  }

  async stop(): Promise<void> {
    this.#peer?.close();
    this.#host?.process.kill("SIGKILL");
    await this.#host?.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #handlers(): Handlers<"daemon-extension"> {
    return {
      "lease.open": ({ sessionId, url, input }) => ({ ...this.open(sessionId, url), input }),
      "lease.close": ({ sessionId }) => {
        this.leases.delete(sessionId);
        return {};
      },
      "lease.observe": ({ sessionId }) => this.#look(sessionId),
      "lease.screenshot": ({ screenshot: { format } }) => fakeScreenshot(format),
      "lease.act": async (order, context) => await this.#act(order, context),
      "lease.outcome": ({ sessionId, actionId }) => {
        this.asked.push(actionId);
        const known = this.#lease(sessionId).actions.get(actionId);
        if (known === undefined) return { state: "never" };
        return known === "begun" ? { state: "begun" } : { state: "finished", outcome: known };
      },
      "lease.ping": ({ sessionId }) => {
        this.#lease(sessionId);
        return {};
      },
      "lease.list": () => ({
        leases: [...this.leases].map(([sessionId, { tabs, stopped }]) => ({
          sessionId,
          tabs,
          stopped,
        })),
      }),
      "environments.carry": () => ({}),
      "environments.focus": () => ({}),
      "proxy.set": (proxy) => {
        this.proxies.push(proxy);
        return {};
      },
      ...this.#options.handlers,
    };
  }

  async #act(order: ActOrder, context: CallContext): Promise<StepOutcome> {
    const lease = this.#lease(order.sessionId);
    lease.actions.set(order.actionId, "begun");
    this.ran.push(order.actionId);
    const act = this.#options.act ?? ((order: ActOrder) => this.done(order));
    const outcome = await act(order, context);
    lease.actions.set(order.actionId, outcome);
    return outcome;
  }

  /** Opens a session with one tab. */
  open(sessionId: string, url = "about:blank"): Pick<Result<"lease.open">, "tabs" | "observation"> {
    const tabs = [{ index: 0, url, title: "A page", active: true }];
    this.leases.set(sessionId, { tabs, stopped: false, actions: new Map() });
    return { tabs, observation: this.#look(sessionId) };
  }

  /** Returns the outcome of an action that went well. */
  done({ sessionId, actionId, action }: ActOrder): StepOutcome {
    return outcomeOf(actionId, action, this.#look(sessionId));
  }

  #lease(sessionId: string): FakeLease {
    const lease = this.leases.get(sessionId);
    if (lease !== undefined) return lease;
    throw new WebservError("unknown-session", `no lease of ${sessionId}`);
  }

  #look(sessionId: string): Observation {
    const { tabs } = this.#lease(sessionId);
    return fakeObservation(tabs, `<p>${this.ran.length} actions</p>`);
  }
}

function outcomeOf(actionId: string, action: Asked, observation: Observation): StepOutcome {
  return {
    actionId,
    status: "done",
    action,
    input: "trusted",
    effects: {},
    settle: null,
    times: { locateMs: 1, inputMs: 1, settleMs: 1, observeMs: 1, totalMs: 4 },
    observation,
  };
}

/** Returns a picture of one px. */
function fakeScreenshot(format: Screenshot["format"]): Screenshot {
  return {
    format,
    width: 1,
    height: 1,
    scale: 1,
    area: { x: 0, y: 0, width: 1, height: 1 },
    data: ONE_PX,
    marks: [],
    resized: false,
    omitted: [],
  };
}

const ONE_PX =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export function fakeObservation(tabs: Observation["tabs"], html: string): Observation {
  return {
    url: tabs[0]?.url ?? "",
    title: "A page",
    html,
    tokens: 0,
    expandable: [],
    clickable: ["a"],
    hoverable: [],
    inputs: [],
    selects: [],
    omitted: [],
    tabs,
    form: "html",
    at: new Date().toISOString(),
  };
}
