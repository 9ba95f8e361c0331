// Presses one number after another in its page as an agent, and records the answer to each.
import { setTimeout as delay } from "node:timers/promises";

import type { Client, ClientSession } from "@webserv/host/src/client/client.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { NumberedSite } from "./numbered-site.ts";
import { PATIENCE_MS } from "../time/patience.ts";

const CALL_MS = PATIENCE_MS;
/** The pause between two attempts to get a page, in ms. */
const PAUSE_MS = 100;

/** `refused` means that the call ended with an error, which says that nothing of the action has happened. */
export type Told = "done" | "failed" | "unknown" | "refused";

export interface Asked {
  readonly number: number;
  readonly told: Told;
  /** The error's code; empty if it was done. */
  readonly code: string;
  /** The time by performance.now(), in ms. */
  readonly beganMs: number;
  readonly tookMs: number;
}

export interface NumberedAgentOptions {
  readonly name: string;
  readonly browserId: string;
  readonly client: Client;
  readonly site: NumberedSite;
  /** The time between an answer and the next step, as an agent thinks, in ms; 0 if left out. */
  readonly thinkMs?: number;
}

export class NumberedAgent {
  readonly name: string;
  readonly browserId: string;
  readonly asked: Asked[] = [];
  /** The titles of other pages than its own that it was shown. */
  readonly strangers: string[] = [];
  /** The reasons why it needed another session, each time after its first. */
  readonly reopened: string[] = [];
  readonly #options: NumberedAgentOptions;
  #session: ClientSession | null = null;
  #seen: Observation | null = null;
  #lost = "";
  #opened = false;
  #next = 1;

  constructor(options: NumberedAgentOptions) {
    this.#options = options;
    this.name = options.name;
    this.browserId = options.browserId;
  }

  /** Presses numbers until `signal` ends; what is under way then is waited for. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const session = await this.#ready();
      if (session === null) await delay(PAUSE_MS);
      else await this.#press(session);
      await delay(this.#options.thinkMs ?? 0);
    }
  }

  /** Resolves when a step that began after `sinceMs` (by performance.now()) was done. */
  async whenDoneSince(sinceMs: number, signal: AbortSignal): Promise<void> {
    while (!this.asked.some(({ told, beganMs }) => told === "done" && beganMs > sinceMs)) {
      await delay(20, undefined, { signal });
    }
  }

  /** Resolves with a session whose page shows the next number; null if there is none as yet. */
  async #ready(): Promise<ClientSession | null> {
    try {
      this.#session ??= await this.#open();
      const session = this.#session;
      if (this.#idOfNext() === undefined)
        this.#see(await session.observe({}, { timeoutMs: CALL_MS }));
      if (this.#idOfNext() !== undefined) return session;
      const { observation } = await session.act({ type: "goto", url: this.#url });
      this.#see(observation);
      return this.#idOfNext() === undefined ? null : session;
    } catch (error) {
      this.#note(error);
      return null;
    }
  }

  async #open(): Promise<ClientSession> {
    const { client, browserId } = this.#options;
    const session = await client.open({ browserId, url: this.#url }, { timeoutMs: CALL_MS });
    if (this.#opened) this.reopened.push(this.#lost);
    this.#opened = true;
    this.#see(session.opened);
    return session;
  }

  async #press(session: ClientSession): Promise<void> {
    const number = this.#next++;
    const id = this.#idOf(number) ?? "";
    const beganMs = performance.now();
    let told: Told;
    let code = "";
    try {
      const step = await session.act({ type: "click", id }, { actionId: `${this.name}-${number}` });
      told = step.status;
      code = step.error?.code ?? "";
      this.#see(step.observation);
    } catch (error) {
      code = toWebservError(error).code;
      told = code === "timeout" ? "unknown" : "refused";
      this.#note(error);
    }
    this.asked.push({ number, told, code, beganMs, tookMs: performance.now() - beganMs });
  }

  get #url(): string {
    return this.#options.site.url(this.name);
  }

  /** Drops a session that is no more, or whose browser went away. */
  #note(error: unknown): void {
    const { code } = toWebservError(error);
    this.#seen = null;
    if (code !== "unknown-session") return;
    this.#session = null;
    this.#lost = code;
  }

  #see(observation: Observation | null): void {
    this.#seen = observation;
    const title = observation?.title ?? "";
    if (title !== "" && title !== `Agent ${this.name}`) this.strangers.push(title);
  }

  #idOfNext(): string | undefined {
    return this.#idOf(this.#next);
  }

  #idOf(number: number): string | undefined {
    const name = `press-${number}`;
    return this.#seen?.clickable.find((id) => id === name || id.endsWith(`.${name}`));
  }
}
