// Freezes the pages of an idle environment, which give memory back before that, and wakes them for the next call.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import type { ContextPages } from "../../browser/contexts/context-pages.ts";

/** After so long without a call, memory is given back. */
const COLLECT_AFTER_MS = 5_000;

/** Calls that are answered without the page, such as those that compare a new worker's state. */
const WITHOUT_PAGE = new Set<unknown>(["lease.list", "proxy.set", "environments.focus"]);

export interface IdleFreezerOptions {
  /** Returns undefined until the context is made. */
  readonly pages: () => Pick<ContextPages, "collectGarbage" | "freeze" | "wake"> | undefined;
  /**
   * Turns the extension's emulation off, or on again, by which hidden pages run as shown ones do: while it is on,
   * nothing freezes. Resolves within a second; to false if the extension did not do it, as under a dialog.
   */
  readonly show: (shown: boolean) => Promise<boolean>;
  /** The time without a call, in ms; 0 means never. */
  readonly freezeAfterMs: number;
}

type State = "awake" | "freezing" | "frozen" | "waking";

export class IdleFreezer {
  readonly #options: IdleFreezerOptions;
  #state: State = "awake";
  /** Messages that wait for the pages, in their order, each as a function that sends it. */
  readonly #queued: (() => void)[] = [];
  /** Ids of calls that the pages have not answered. */
  readonly #underWay = new Set<unknown>();
  #collecting: NodeJS.Timeout | undefined;
  #freezing: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: IdleFreezerOptions) {
    this.#options = options;
  }

  get frozen(): boolean {
    return this.#state === "frozen";
  }

  /** Wraps the environment's connection: a call waits on it until the pages are awake. */
  through(inner: Transport): Transport {
    return {
      ...inner,
      send: (message) => this.#send(inner, message),
      onMessage: (listener) =>
        inner.onMessage((message) => {
          this.#answered(message);
          listener(message);
        }),
      onClose: (listener) =>
        inner.onClose((reason) => {
          // Another worker will be asked anew.
          this.#underWay.clear();
          this.#startTimers();
          listener(reason);
        }),
    };
  }

  /** Begins to count idle time, because the context is there. */
  begin(): void {
    this.#startTimers();
  }

  end(): void {
    this.#ended = true;
    this.#stopTimers();
  }

  #send(inner: Transport, message: unknown): void {
    const call = callOf(message);
    if (call !== undefined && !WITHOUT_PAGE.has(call.method)) {
      this.#stopTimers();
      this.#underWay.add(call.id);
      if (this.#state === "frozen") void this.#wake();
    }
    const isPassing = this.#state === "freezing" || this.#state === "waking";
    // A cancellation must not overtake its call; answers may.
    if (isPassing && isAsking(message) && !WITHOUT_PAGE.has(call?.method))
      this.#queued.push(() => inner.send(message));
    else inner.send(message);
  }

  #answered(message: unknown): void {
    const id = answerOf(message);
    if (id === undefined || !this.#underWay.delete(id)) return;
    this.#startTimers();
  }

  #startTimers(): void {
    this.#stopTimers();
    const { freezeAfterMs } = this.#options;
    if (this.#ended || this.#underWay.size > 0) return;
    const collect = (): void => void this.#options.pages()?.collectGarbage();
    this.#collecting = setTimeout(collect, COLLECT_AFTER_MS).unref();
    if (freezeAfterMs === 0) return;
    this.#freezing = setTimeout(() => void this.#freeze(), freezeAfterMs).unref();
  }

  #stopTimers(): void {
    clearTimeout(this.#collecting);
    clearTimeout(this.#freezing);
  }

  async #freeze(): Promise<void> {
    const pages = this.#options.pages();
    if (pages === undefined || this.#state !== "awake") return;
    this.#stopTimers();
    this.#state = "freezing";
    const isFrozen = (await this.#options.show(false)) && (await pages.freeze());
    if (isFrozen && this.#underWay.size === 0) {
      this.#state = "frozen";
      return;
    }
    await this.#wake();
    this.#startTimers();
  }

  async #wake(): Promise<void> {
    this.#state = "waking";
    await this.#options.pages()?.wake();
    await this.#options.show(true);
    this.#state = "awake";
    this.#flush();
  }

  #flush(): void {
    for (const send of this.#queued.splice(0)) send();
  }
}

function isAsking(message: unknown): boolean {
  return typeof message === "object" && message !== null && "method" in message;
}

function callOf(message: unknown): { readonly id: unknown; readonly method: unknown } | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  return "id" in message && "method" in message
    ? { id: message.id, method: message.method }
    : undefined;
}

function answerOf(message: unknown): unknown {
  if (typeof message !== "object" || message === null || "method" in message) return undefined;
  return "id" in message ? message.id : undefined;
}
