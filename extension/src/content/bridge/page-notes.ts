// The content script's end of the private channel to the page script of the same frame.
import type { WorkListener } from "@webserv/shared/protocol/page-bridge.ts";
import {
  channelSignals,
  decodeNotes,
  handshake,
  HOST_NOTE,
  SCANNED,
  TAKEN,
} from "@webserv/shared/protocol/page-bridge.ts";
import { HandlerScan } from "./handler-scan.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** Hosts after which those that are gone are first looked for. */
const FIRST_SWEEP = 1_000;

/** What the page script tells by itself. */
export interface PageSays {
  /** It is there. */
  readonly taken: () => void;
  /** The page is about to listen at the window. */
  readonly beforeListeners: () => void;
  /** Every listener has been taken off the window and the document. */
  readonly opened: () => void;
  /** The page has asked the browser for something: `encodeAsk`. */
  readonly onAsk: (detail: unknown) => void;
  /** A script has given an element a shadow root. */
  readonly onHost: (host: Element) => void;
}

export class PageNotes {
  readonly #listener: WorkListener;
  readonly #hosts = new WeakSet<Element>();
  /** The same, to be gone through; the page may have dropped some. */
  #hostRefs: WeakRef<Element>[] = [];
  /** Elements that have been found to have no shadow root. */
  readonly #plain = new WeakSet<Element>();
  readonly #hears: PageSays;
  #sweepAt = FIRST_SWEEP;
  #channel: EventTarget | undefined;
  #answer: unknown;
  #isHeld = false;
  /** How many have been begun. */
  #scans = 0;

  /** Must run at document_start: afterwards the page could listen in on the handshake. */
  constructor(listener: WorkListener, hears: PageSays) {
    this.#listener = listener;
    this.#hears = hears;
    const onOffer = (event: Event): void => {
      if (!(event instanceof MouseEvent) || event.relatedTarget === null) return;
      giveUp();
      removeEventListener("DOMContentLoaded", giveUp);
      this.#take(event.relatedTarget);
    };
    const giveUp = (): void => removeEventListener(handshake.offer, onOffer);
    addEventListener(handshake.offer, onOffer);
    addEventListener("DOMContentLoaded", giveUp);
    dispatchEvent(new Event(handshake.call));
  }

  /** Has the page script follow what the next action sets in motion. */
  watch(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.watch));
  }

  /** Somebody waits for what is going on already. */
  attend(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.attend));
  }

  /** Has the listener told of all that the page script has noted since the last time. */
  take(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.take));
  }

  /** Nobody waits any longer. */
  rest(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.rest));
  }

  /** Whether a session holds the tab. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    const signal = isHeld ? channelSignals.hold : channelSignals.release;
    this.#channel?.dispatchEvent(new Event(signal));
  }

  /** Has handlers looked for afresh. */
  scan(): HandlerScan {
    const ask = (type: string, screenX: number, relatedTarget: Node | null = null): unknown => {
      this.#answer = undefined;
      this.#channel?.dispatchEvent(new MouseEvent(type, { screenX, relatedTarget }));
      return this.#answer;
    };
    return new HandlerScan({
      begin: (root) => {
        const number = ++this.#scans;
        return { number, answer: ask(channelSignals.scan, number, root) };
      },
      goOn: (number) => ask(channelSignals.scanOn, number),
    });
  }

  /**
   * Whether it may have a shadow root, which may be closed. To ask the browser takes as long as asking
   * for a box, so a plain element is asked about once: what gets a root later, gets it from a script, which
   * the page script notes where there is one.
   */
  mayHost(element: Element): boolean {
    if (this.#hosts.has(element)) return true;
    if (this.#plain.has(element)) return false;
    const { localName, firstChild } = unshadowed(element);
    // Without the page script nobody tells when one gets a root, and hosts seldom have contents.
    const isUntold = this.#channel === undefined && firstChild === null;
    if (localName.includes("-") || isUntold) return true;
    if (!PLAIN_HOSTS.has(localName)) return false;
    // While its contents are still being parsed it may yet be given one.
    if (document.readyState !== "loading") this.#plain.add(element);
    return true;
  }

  /** It has a shadow root. */
  noteHost(element: Element): void {
    if (this.#hosts.has(element)) return;
    this.#hosts.add(element);
    this.#hostRefs.push(new WeakRef(element));
    if (this.#hostRefs.length >= this.#sweepAt) this.#sweep();
  }

  get hasHosts(): boolean {
    return this.#hostRefs.length > 0;
  }

  /** Those in the document that are known to have a shadow root. */
  hosts(): readonly Element[] {
    return this.#hostRefs.flatMap((ref) => {
      const host = ref.deref();
      return host?.isConnected === true ? [host] : [];
    });
  }

  /** Of a page that makes elements without end most are gone. */
  #sweep(): void {
    this.#hostRefs = this.#hostRefs.filter((ref) => ref.deref() !== undefined);
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.#hostRefs.length);
  }

  #take(channel: EventTarget): void {
    this.#channel = channel;
    const { taken, beforeListeners, opened } = this.#hears;
    taken();
    channel.addEventListener(channelSignals.beforeListeners, beforeListeners);
    channel.addEventListener(channelSignals.opened, opened);
    channel.addEventListener(channelSignals.asked, (event) => {
      if (event instanceof CustomEvent) this.#hears.onAsk(event.detail);
    });
    channel.addEventListener(SCANNED, (event) => {
      if (event instanceof CustomEvent) this.#answer = event.detail;
    });
    const listener = this.#listener;
    channel.addEventListener(TAKEN, (event) => {
      if (event instanceof CustomEvent) decodeNotes(event.detail, listener);
    });
    channel.addEventListener(HOST_NOTE, (event) => {
      if (event instanceof MouseEvent && event.relatedTarget instanceof Element) {
        this.noteHost(event.relatedTarget);
        this.#hears.onHost(event.relatedTarget);
      }
    });
    channel.dispatchEvent(new Event(channelSignals.ack));
    if (this.#isHeld) this.hold(true);
  }
}

/** Elements of HTML that can have a shadow root at all (DOM standard, "valid shadow host name"). */
const PLAIN_HOSTS: ReadonlySet<string> = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(
    " ",
  ),
);
