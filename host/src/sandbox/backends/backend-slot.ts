// Holds one backend that may not work yet: it is opened as soon as that succeeds, and tried again until then.
import type { BackendName } from "@webserv/shared/model/sandbox.ts";
import { daemonEnding } from "@webserv/shared/errors/daemon-ending.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { Left, SandboxBackend, SiteSources } from "../backend.ts";
import type { SandboxIds } from "../sandbox-ids.ts";

export interface BackendEntry {
  readonly name: BackendName;
  /** Tells whether sandboxes of this home may be there from before. */
  readonly usedBefore: () => boolean;
  /** Tells whether it has a record of a sandbox of this id from before. */
  readonly mayHold: (sandboxId: string) => boolean;
  /**
   * Opens the backend, quickly, with nothing adopted yet; it takes its turns of `ids`. If it does not work here, the
   * error says what to do.
   */
  readonly open: (ids: SandboxIds, signal: AbortSignal) => Promise<OpenBackend>;
}

export interface OpenBackend {
  readonly backend: SandboxBackend;
  /** Throws the reason why it does not work at the moment. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  /** Releases the connection to it; its sandboxes stay. It is called once, whether or not the backend was closed. */
  readonly release: () => Promise<void>;
}

interface Opened extends OpenBackend {
  readonly left: Left;
}

/** For this long, in ms, the last answer serves callers that do not insist on a new one. */
const RETRY_MS = 3000;
/** The time that the daemon's end waits for a backend that is being opened and does not notice the end. */
const LAST_OPENING_MS = 10_000;
/** The longest wait for a backend that answers nothing, when its state is asked. */
const CHECK_MS = 2000;

export class BackendSlot {
  readonly #entry: BackendEntry;
  readonly #ids: SandboxIds;
  readonly #closing = new AbortController();
  readonly #listeners: ((backend: SandboxBackend) => void)[] = [];
  readonly #leftListeners: ((left: Left) => void)[] = [];
  #sources: SiteSources | undefined;
  #opened: Opened | undefined;
  #opening: Promise<Opened> | undefined;
  #refused: { readonly error: WebservError; readonly at: number } | undefined;

  constructor(entry: BackendEntry, ids: SandboxIds) {
    this.#entry = entry;
    this.#ids = ids;
  }

  get name(): BackendName {
    return this.#entry.name;
  }

  /** The backend; undefined until it was opened. */
  get backend(): SandboxBackend | undefined {
    return this.#opened?.backend;
  }

  get usedBefore(): boolean {
    return this.#entry.usedBefore();
  }

  mayHold(sandboxId: string): boolean {
    return this.#entry.mayHold(sandboxId);
  }

  begin(sources: SiteSources): void {
    this.#sources = sources;
  }

  onOpen(listener: (backend: SandboxBackend) => void): void {
    this.#listeners.push(listener);
    if (this.#opened !== undefined) listener(this.#opened.backend);
  }

  /** Calls the listener once with the things that an earlier daemon left there, when they can be used. */
  onLeft(listener: (left: Left) => void): void {
    this.#leftListeners.push(listener);
  }

  /** @throws WebservError `backend-unavailable` and what opening throws; the signal's reason. */
  async open(signal: AbortSignal): Promise<Opened> {
    if (this.#opened !== undefined) return this.#opened;
    signal.throwIfAborted();
    if (this.#opening === undefined) {
      const { error, at } = this.#refused ?? { at: -Infinity };
      if (error !== undefined && performance.now() - at < RETRY_MS) throw error;
      // It lives as long as the slot: one caller that goes away must not end what others wait for.
      this.#opening = this.#open().finally(() => {
        this.#opening = undefined;
      });
      this.#opening.catch(() => undefined);
    }
    return await unlessAborted(this.#opening, signal);
  }

  /** Returns the reason why it does not work now; undefined if it works. */
  async fault(signal: AbortSignal): Promise<string | undefined> {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
      const opened = await this.open(within);
      await unlessAborted(opened.check(within), within);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof DOMException
        ? `no answer within ${CHECK_MS} ms`
        : toWebservError(error).message;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(daemonEnding("backend-unavailable"));
    const within = AbortSignal.timeout(LAST_OPENING_MS);
    if (this.#opening !== undefined) {
      await unlessAborted(this.#opening, within).catch(() => undefined);
    }
    const opened = this.#opened;
    if (opened === undefined) return;
    try {
      await opened.backend.close();
    } finally {
      await opened.release();
    }
  }

  async #open(): Promise<Opened> {
    const { signal } = this.#closing;
    try {
      signal.throwIfAborted();
      const open = await this.#entry.open(this.#ids, signal);
      try {
        // Failures are heard from the first moment on: a sandbox may fail while others are taken back.
        for (const listener of this.#listeners) listener(open.backend);
        const left = await open.backend.adopt((name) => this.#sources?.(name), signal);
        this.#opened = { ...open, left };
        for (const listener of this.#leftListeners) listener(left);
        return this.#opened;
      } catch (error) {
        // Another is opened in its place, of the same sandboxes.
        await open.backend.abandon().catch(() => undefined);
        await open.release();
        throw error;
      }
    } catch (error) {
      this.#refused = { error: toWebservError(error), at: performance.now() };
      throw error;
    }
  }
}
