// Keeps account of a frame's requests: notes with times in, what is under way and what has ended out.
import type { SettleWork } from "@webserv/shared/model/settle.ts";

export type RequestKind = "fetch" | "xhr";

export interface BegunRequest {
  readonly id: number;
  readonly kind: RequestKind;
  readonly url: string;
}

/**
 * A body no one has begun to read this long after its headers is one the page does not want: such a
 * fetch counts as over, or a page that looks only at the status would never come to rest. In ms.
 */
export const UNREAD_BODY_MS = 150;
/** Ended requests kept to be told of. */
const MAX_ENDED = 200;
const MAX_URL = 300;

interface Request {
  readonly kind: RequestKind;
  readonly url: string;
  readonly beganMs: number;
  state: "waiting" | "unread" | "reading" | "streaming";
  /** When it is over if nothing more is heard. */
  lapsesMs: number;
}

export interface Account {
  /** Under way, begun since the watch, oldest first. */
  readonly pending: readonly SettleWork[];
  /** Ended, begun since the watch. */
  readonly ended: readonly SettleWork[];
  /** Ended ones that are not listed. */
  readonly unlisted: number;
  /** When the last of them ended; undefined where none has. */
  readonly lastEndMs: number | undefined;
  /** When one under way is over if nothing more is heard. */
  readonly nextLapseMs: number | undefined;
}

/**
 * Requests begun before the watch are the page's affair, a long poll or a stream, and no part of the
 * reaction to what is being watched. All times are in ms on one clock.
 */
export class NetworkLedger {
  readonly #underWay = new Map<number, Request>();
  #ended: SettleWork[] = [];
  #unlisted = 0;
  #lastEndMs: number | undefined;

  watch(): void {
    // What came before is nobody's affair, and its end may never be told.
    this.#underWay.clear();
    this.#ended = [];
    this.#unlisted = 0;
    this.#lastEndMs = undefined;
  }

  begin(request: BegunRequest, atMs: number): void {
    this.#underWay.set(request.id, {
      kind: request.kind,
      url: request.url.slice(0, MAX_URL).toWellFormed(),
      beganMs: atMs,
      state: "waiting",
      lapsesMs: Infinity,
    });
  }

  headers(id: number, atMs: number): void {
    const request = this.#underWay.get(id);
    if (request?.state !== "waiting") return;
    request.state = "unread";
    request.lapsesMs = atMs + UNREAD_BODY_MS;
  }

  /** Its end will be told. */
  reading(id: number, atMs: number): void {
    this.#lapse(atMs);
    const request = this.#underWay.get(id);
    if (request === undefined) return;
    request.state = "reading";
    request.lapsesMs = Infinity;
  }

  /** It ends when the browser reports its transfer complete. */
  streaming(id: number, atMs: number): void {
    this.#lapse(atMs);
    const request = this.#underWay.get(id);
    if (request === undefined || request.state === "reading") return;
    request.state = "streaming";
    request.lapsesMs = Infinity;
  }

  end(id: number, atMs: number): void {
    this.#lapse(atMs);
    const request = this.#underWay.get(id);
    if (request !== undefined) this.#close(id, request, atMs);
  }

  /** A transfer from this address, begun about then, is complete. Returns the request that it ends. */
  transferred(url: string, beganMs: number, atMs: number): number | undefined {
    for (const [id, request] of this.#underWay) {
      const same =
        request.url === url.slice(0, MAX_URL) && Math.abs(request.beganMs - beganMs) < 1000;
      if (same && request.state === "streaming") {
        this.#close(id, request, atMs);
        return id;
      }
    }
    return undefined;
  }

  account(atMs: number): Account {
    this.#lapse(atMs);
    const pending: SettleWork[] = [];
    let nextLapseMs: number | undefined;
    for (const request of this.#underWay.values()) {
      pending.push({ kind: request.kind, url: request.url, ms: atMs - request.beganMs });
      if (request.lapsesMs !== Infinity) {
        nextLapseMs = Math.min(nextLapseMs ?? Infinity, request.lapsesMs);
      }
    }
    return {
      pending,
      ended: this.#ended,
      unlisted: this.#unlisted,
      lastEndMs: this.#lastEndMs,
      nextLapseMs,
    };
  }

  #lapse(nowMs: number): void {
    for (const [id, request] of this.#underWay) {
      if (request.lapsesMs <= nowMs) this.#close(id, request, request.lapsesMs);
    }
  }

  #close(id: number, request: Request, atMs: number): void {
    this.#underWay.delete(id);
    this.#lastEndMs = Math.max(this.#lastEndMs ?? 0, atMs);
    if (this.#ended.length >= MAX_ENDED) this.#unlisted++;
    else this.#ended.push({ kind: request.kind, url: request.url, ms: atMs - request.beganMs });
  }
}
