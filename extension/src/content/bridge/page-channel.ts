// Talks to the page script of the same frame through a private channel; this is the content script's end of it.
import type { WorkListener } from "@webserv/shared/protocol/work-notes.ts";
import {
  channelSignals,
  handshake,
  HOST_NOTE,
  SCANNED,
  TAKEN,
} from "@webserv/shared/protocol/page-bridge.ts";
import { decodeNotes } from "@webserv/shared/protocol/work-notes.ts";
import { HandlerScan } from "./handler-scan.ts";
import { SHADOW_HOSTS } from "../dom/element-kinds.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** Known hosts from which on those that are gone are swept out. */
const FIRST_SWEEP = 1_000;

/** Listens for what the page script tells without being asked. */
export interface PageChannelEvents {
  /** The page script is there. */
  readonly onConnected: () => void;
  /** The page is about to add a listener at the window. */
  readonly onBeforeListeners: () => void;
  /** Every listener has been taken off the window and the document. */
  readonly onOpened: () => void;
  /** The page has asked the browser for something; the detail is what `encodeAsk` writes. */
  readonly onAsk: (detail: unknown) => void;
  /** A script has given an element a shadow root. */
  readonly onHost: (host: Element) => void;
}

export class PageChannel {
  readonly #listener: WorkListener;
  readonly #hosts = new WeakSet<Element>();
  /** The same hosts for iteration; the page may have dropped some. */
  #hostRefs: WeakRef<Element>[] = [];
  /** Elements that were asked about while they could no longer be parsed into: they get a root from scripts only. */
  readonly #plain = new WeakSet<Element>();
  readonly #events: PageChannelEvents;
  #sweepAt = FIRST_SWEEP;
  #channel: EventTarget | undefined;
  #answer: unknown;
  #isHeld = false;
  /** Scans begun so far. */
  #scans = 0;

  /** Must run at document_start: afterwards the page could listen in on the handshake. */
  constructor(listener: WorkListener, events: PageChannelEvents) {
    this.#listener = listener;
    this.#events = events;
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

  /** Makes the page script follow what the next action sets in motion. */
  watch(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.watch));
  }

  /** Tells the page script that somebody waits for work that is under way already. */
  attend(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.attend));
  }

  /** Makes the page script tell the listener all that it has noted since the last time. */
  take(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.take));
  }

  /** Answers the page's picker for files with handles of them, or with null, as if nobody had chosen any. */
  picked(handles: readonly unknown[] | null): void {
    this.#channel?.dispatchEvent(new MessageEvent(channelSignals.picked, { data: handles }));
  }

  /** Tells the page script that nobody waits any longer. */
  rest(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.rest));
  }

  /** Tells the page script whether a session holds the tab. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    const signal = isHeld ? channelSignals.hold : channelSignals.release;
    this.#channel?.dispatchEvent(new Event(signal));
  }

  /** Begins a new scan for handlers. */
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
   * Tells whether an element may have a shadow root, open or closed. To ask the browser takes as long as to ask
   * for a box, so a plain element is asked about once. A later root comes from a script, and the page script,
   * if there is one, tells of it.
   */
  mayHost(element: Element): boolean {
    if (this.#hosts.has(element)) return true;
    if (this.#plain.has(element)) return false;
    const { localName, firstChild } = unshadowed(element);
    // Without the page script nobody tells when an element gets a root, and hosts seldom have contents.
    const isUntold = this.#channel === undefined && firstChild === null;
    if (localName.includes("-") || isUntold) return true;
    if (!SHADOW_HOSTS.has(localName)) return false;
    // While its contents are still being parsed, a declarative root may yet come.
    if (document.readyState !== "loading") this.#plain.add(element);
    return true;
  }

  /** Notes that an element has a shadow root. */
  noteHost(element: Element): void {
    if (this.#hosts.has(element)) return;
    this.#hosts.add(element);
    this.#hostRefs.push(new WeakRef(element));
    if (this.#hostRefs.length >= this.#sweepAt) this.#sweep();
  }

  get hasHosts(): boolean {
    return this.#hostRefs.length > 0;
  }

  /** Returns the elements in the document that are known to have a shadow root. */
  hosts(): readonly Element[] {
    return this.#hostRefs.flatMap((ref) => {
      const host = ref.deref();
      return host?.isConnected === true ? [host] : [];
    });
  }

  /** Forgets hosts that are gone: a page may make elements without end. */
  #sweep(): void {
    this.#hostRefs = this.#hostRefs.filter((ref) => ref.deref() !== undefined);
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.#hostRefs.length);
  }

  #take(channel: EventTarget): void {
    this.#channel = channel;
    const { onConnected, onBeforeListeners, onOpened } = this.#events;
    onConnected();
    channel.addEventListener(channelSignals.beforeListeners, onBeforeListeners);
    channel.addEventListener(channelSignals.opened, onOpened);
    channel.addEventListener(channelSignals.asked, (event) => {
      if (event instanceof CustomEvent) this.#events.onAsk(event.detail);
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
        this.#events.onHost(event.relatedTarget);
      }
    });
    channel.dispatchEvent(new Event(channelSignals.ack));
    if (this.#isHeld) this.hold(true);
  }
}
