// Follows a request of the action's to the way by which the server tells what came of it: a socket, an event source, or
// a request or a stream that was open before.
import { natives } from "../platform/natives.ts";
import { callSiteOfAddress } from "./call-sites.ts";
import type { Causes } from "./causes.ts";
import { clock } from "./notes.ts";

/** A request that was open for so long, in ms, may be a poll that waits for news. */
const OPEN_MS = 250;
/** So often a request of one address is followed in vain. */
const VAIN_ASKS = 2;
/** The most addresses that are kept. */
const MAX_ADDRESSES = 200;
/** No news comes later than this, in ms. */
const PUSH_MS = 1_000;

const READING = /^(|get|head|options)$/i;

/** A request under way, whoever has begun it. */
export interface OpenRequest {
  readonly url: string;
  readonly work: number;
  readonly sinceMs: number;
  before: OpenRequest | undefined;
  next: OpenRequest | undefined;
}

export class PushWays {
  readonly #causes: Causes;
  #ways = 0;
  #last: OpenRequest | undefined;
  /** The work that news belong to; it is current as long as the action is. */
  #push = 0;
  #pushMs = 0;
  #asked = "";
  /** Counts, by address, the requests that no news has followed. */
  readonly #inVain = new Map<string, number>();
  #addresses = 0;

  constructor(causes: Causes) {
    this.#causes = causes;
  }

  /** Notes that the server can tell something from now on. */
  opened(): void {
    this.#ways++;
  }

  closed(): void {
    if (this.#ways > 0) this.#ways--;
  }

  /**
   * Notes a request, which `answered` or `ended` takes off the list.
   *
   * @param isAsking says that it is to change something at the server
   */
  began(url: string, work: number, isAsking: boolean): OpenRequest {
    if (isAsking) this.#causes.note("asking", work);
    const request: OpenRequest = {
      url,
      work,
      sinceMs: clock(),
      before: this.#last,
      next: undefined,
    };
    if (this.#last !== undefined) this.#last.next = request;
    this.#last = request;
    return request;
  }

  ended(request: OpenRequest): void {
    const { before, next } = request;
    if (before === undefined && next === undefined && this.#last !== request) return;
    if (before !== undefined) before.next = next;
    if (next !== undefined) next.before = before;
    else this.#last = before;
    request.before = undefined;
    request.next = undefined;
  }

  /**
   * Notes that the action's request, which has asked the server to do something, is answered. Its own answer may say
   * little.
   */
  asked({ url, work }: OpenRequest): void {
    if (!this.#causes.isCurrent(work) || this.#causes.isLoading || !this.#isAnyOpen()) return;
    const address = callSiteOfAddress(url);
    const inVain = this.#vainAsks(address);
    if (inVain >= VAIN_ASKS) return;
    this.#setVainAsks(address, inVain + 1);
    this.#asked = address;
    this.#push = this.#causes.begin({ kind: "push" }, work);
    this.#pushMs = clock();
  }

  /** Returns the work that news belong to which come now; 0 if none are expected. */
  pushed(): number {
    const isInTime = clock() - this.#pushMs < PUSH_MS;
    if (!isInTime || !this.#causes.isCurrent(this.#push)) return 0;
    this.#setVainAsks(this.#asked, 0);
    return this.#push;
  }

  /**
   * Returns the work that the answer to this request belongs to.
   * @param cause is the work that it belongs to by what has begun it
   */
  causeOf(request: OpenRequest, cause: number, kind: "fetch" | "xhr"): number {
    if (this.#causes.isCurrent(cause) || request.sinceMs > this.#pushMs) return cause;
    const push = this.pushed();
    if (push === 0) return cause;
    const { url } = request;
    const work = this.#causes.begin({ kind, url, callSite: callSiteOfAddress(url) }, push);
    this.#causes.note("end", work);
    return work;
  }

  /** Tells whether there is a way that was open before the action, or is older than an ordinary request. */
  #isAnyOpen(): boolean {
    if (this.#ways > 0) return true;
    const nowMs = clock();
    for (let at = this.#last; at !== undefined; at = at.before) {
      if (nowMs - at.sinceMs >= OPEN_MS && !this.#causes.isCurrent(at.work)) return true;
    }
    return false;
  }

  #vainAsks(address: string): number {
    const count: unknown = natives.apply(natives.mapGet, this.#inVain, [address]);
    return typeof count === "number" ? count : 0;
  }

  #setVainAsks(address: string, count: number): void {
    if (this.#addresses >= MAX_ADDRESSES) {
      natives.apply(natives.mapClear, this.#inVain, []);
      this.#addresses = 0;
    }
    this.#addresses++;
    natives.apply(natives.mapSet, this.#inVain, [address, count]);
  }
}

/** Tells whether a request of this method is to change something at the server. */
export function isChanging(method: unknown): boolean {
  return (
    typeof method === "string" && natives.apply(natives.regExpExec, READING, [method]) === null
  );
}
