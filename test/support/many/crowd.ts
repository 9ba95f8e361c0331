// Runs agents on one daemon with browsers of a person's own, of which any process may be killed.
import type { Client } from "@webserv/host/src/client/client.ts";
import { connect } from "@webserv/host/src/client/client.ts";
import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";

import { until } from "../daemon/daemon.ts";
import { OwnBrowser, startOwnBrowser } from "../browser/own-browser.ts";
import { PATIENCE_MS } from "../time/patience.ts";
import { childrenWith } from "../programs/processes.ts";
import { NumberedAgent } from "./numbered-agent.ts";
import { NumberedSite } from "./numbered-site.ts";

export const KINDS = ["worker", "native host", "daemon", "browser"] as const;
export type Kind = (typeof KINDS)[number];

const CALL_MS = PATIENCE_MS;

export interface CrowdOptions {
  /** The WEBSERV_HOME of the daemon, which is started if none runs. */
  readonly home: string;
  readonly browsers: number;
  readonly agentsEach: number;
  /** The time between an answer and an agent's next step, in ms; 0 if left out. */
  readonly thinkMs?: number;
  /** See `OwnBrowserOptions`. */
  readonly closedByCaller?: boolean;
}

export interface Kill {
  readonly kind: Kind;
  /** The time until every browser concerned was connected again and its sessions open, in ms. */
  readonly backMs: number;
  /** The time until every agent concerned had a step done that began once the process had ended, in ms. */
  readonly stepMs: number;
}

interface Member {
  readonly profile: string;
  readonly browserId: string;
  own: OwnBrowser;
}

export class Crowd {
  readonly site: NumberedSite;
  readonly agents: readonly NumberedAgent[];
  readonly #start: (profile: string) => Promise<OwnBrowser>;
  readonly #members: readonly Member[];
  readonly #clients: readonly Client[];
  /** A client that watches, beside the agents' own connections. */
  readonly #watcher: Client;

  private constructor(
    start: (profile: string) => Promise<OwnBrowser>,
    site: NumberedSite,
    watcher: Client,
    members: readonly Member[],
    clients: readonly Client[],
    thinkMs: number,
  ) {
    this.#start = start;
    this.site = site;
    this.#watcher = watcher;
    this.#members = members;
    this.#clients = clients;
    this.agents = clients.map((client, index) => {
      const { browserId } = members[index % members.length] ?? { browserId: "" };
      return new NumberedAgent({ name: `agent${index + 1}`, browserId, client, site, thinkMs });
    });
  }

  static async open(options: CrowdOptions): Promise<Crowd> {
    const { home, browsers, agentsEach, thinkMs = 0, closedByCaller = false } = options;
    const start = async (profile: string): Promise<OwnBrowser> =>
      new OwnBrowser(await startOwnBrowser({ home, profile, closedByCaller }));
    const site = await NumberedSite.open();
    const watcher = await connect({ home, name: "crowd" });
    const members: Member[] = [];
    while (members.length < browsers) {
      members.push(await startMember(start, `profile${members.length + 1}`, watcher, members));
    }
    const clients = await Promise.all(
      Array.from({ length: browsers * agentsEach }, () => connect({ home, name: "crowd" })),
    );
    return new Crowd(start, site, watcher, members, clients, thinkMs);
  }

  get browsers(): number {
    return this.#members.length;
  }

  browserPid(browser: number): number {
    return this.#member(browser).own.pid;
  }

  async daemonPid(): Promise<number> {
    return (await this.#watcher.call("daemon.status", {})).pid;
  }

  /** Runs all agents at once, until `signal` ends and the last of their steps was answered. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.agents.map((agent) => agent.run(signal)));
  }

  /** Kills one process and waits until all goes on; `browser` is an index, of no matter for the daemon. */
  async kill(kind: Kind, browser: number, signal: AbortSignal): Promise<Kill> {
    const member = this.#member(browser);
    const concerned = kind === "daemon" ? this.#members : [member];
    const before = await this.#connections();
    const beganMs = performance.now();
    await this.#end(kind, member);
    const endedMs = performance.now();
    const stepped = Promise.all(
      this.agents
        .filter(({ browserId }) => concerned.some((each) => each.browserId === browserId))
        .map((agent) => agent.whenDoneSince(endedMs, signal)),
    ).then(() => performance.now() - beganMs);
    stepped.catch(() => {});
    if (kind === "browser") {
      member.own = await this.#start(member.profile);
    }
    const names = concerned.map(({ browserId }) => browserId);
    await until(
      async () => {
        signal.throwIfAborted();
        const now = await this.#connections();
        return names.every((id) => now.has(id) && now.get(id) !== before.get(id));
      },
      `${names.join(", ")} came back after the ${kind} was killed`,
    );
    const backMs = performance.now() - beganMs;
    return { kind, backMs, stepMs: await stepped };
  }

  async close(): Promise<void> {
    for (const { own } of this.#members) await own.close().catch(() => {});
    for (const client of [...this.#clients, this.#watcher]) client.close();
    await this.site.close();
  }

  async #end(kind: Kind, { own }: Member): Promise<void> {
    switch (kind) {
      case "worker":
        return await own.stopWorker();
      case "native host":
        for (const pid of await childrenWith(own.pid, EXTENSION_ORIGIN)) end(pid);
        return;
      case "daemon": {
        const pid = await this.daemonPid();
        end(pid);
        return await until(() => !isRunning(pid), "the daemon has ended");
      }
      case "browser": {
        const { pid } = own;
        end(pid);
        return await until(() => !isRunning(pid), "the browser has ended");
      }
    }
  }

  /** Resolves with the time when each usable browser connected. */
  async #connections(): Promise<ReadonlyMap<string, string>> {
    const options = { timeoutMs: CALL_MS };
    const { browsers } = await this.#watcher.call("browser.list", {}, options);
    const { sessions } = await this.#watcher.call("session.list", {}, options);
    const away = new Set(
      sessions.filter(({ state }) => state !== "open").map(({ browserId }) => browserId),
    );
    const usable = browsers.filter(({ browserId }) => !away.has(browserId));
    return new Map(usable.map(({ browserId, connectedAt }) => [browserId, connectedAt]));
  }

  #member(browser: number): Member {
    const member = this.#members[browser];
    if (member === undefined) throw new Error(`there is no browser ${browser}`);
    return member;
  }
}

async function startMember(
  start: (profile: string) => Promise<OwnBrowser>,
  profile: string,
  watcher: Client,
  others: readonly Member[],
): Promise<Member> {
  const own = await start(profile);
  const known = new Set(others.map(({ browserId }) => browserId));
  let browserId: string | undefined;
  await until(async () => {
    const { browsers } = await watcher.call("browser.list", {});
    browserId = browsers.map((each) => each.browserId).find((id) => !known.has(id));
    return browserId !== undefined;
  }, `the browser of ${profile} connects`);
  return { profile, browserId: browserId ?? "", own };
}

/** Kills a process, which may have ended by itself. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!isRunning(pid)) return;
    throw toWebservError(error);
  }
}
