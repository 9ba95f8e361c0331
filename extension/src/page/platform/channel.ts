// Opens the page script's end of the private channel to the content script of the same frame.
import {
  type AskKind,
  channelSignals,
  handshake,
  encodeAsk,
  HOST_NOTE,
  SCANNED,
  TAKEN,
} from "@webserv/shared/protocol/page-bridge.ts";
import { natives } from "./natives.ts";

/**
 * Offers a channel to the content script and calls `onOpen` once it has been taken, still at document_start. If no
 * content script answers, nothing is hooked: it already holds the channel of an earlier run in this window, which an
 * iframe's first about:blank leaves to its successor.
 */
export function openChannel(onOpen: (channel: Channel) => void): void {
  const target = new EventTarget();
  const offer = (): void => dispatch(window, mouseEvent(handshake.offer, target));
  const giveUp = (): void => ignore(window, handshake.call, offer);
  const onAck = (): void => {
    giveUp();
    ignore(target, channelSignals.ack, onAck);
    ignore(window, "DOMContentLoaded", giveUp);
    onOpen(new Channel(target));
  };
  listen(target, channelSignals.ack, onAck);
  listen(window, handshake.call, offer);
  listen(window, "DOMContentLoaded", giveUp);
  offer();
}

/** Sends notes. Nothing it does can throw into the page. */
export class Channel {
  readonly #target: EventTarget;

  constructor(target: EventTarget) {
    this.#target = target;
  }

  onWatch(listener: () => void): void {
    listen(this.#target, channelSignals.watch, listener);
  }

  onAttend(listener: () => void): void {
    listen(this.#target, channelSignals.attend, listener);
  }

  onRest(listener: () => void): void {
    listen(this.#target, channelSignals.rest, listener);
  }

  /** @returns a function that tells whether a session holds the page */
  whetherHeld(): () => boolean {
    let isHeld = false;
    listen(this.#target, channelSignals.hold, () => {
      isHeld = true;
    });
    listen(this.#target, channelSignals.release, () => {
      isHeld = false;
    });
    return () => isHeld;
  }

  /** Tells that the page has asked the browser for something. */
  asked(kind: AskKind, isRefused: boolean, what: string): void {
    this.#say(channelSignals.asked, encodeAsk(kind, isRefused, what));
  }

  /** Hands on the answer of the page's picker for files: a list of handles, or null if nobody chose any. */
  onPicked(listener: (handles: unknown) => void): void {
    const onPicked = (event: Event): void =>
      listener(natives.apply(natives.messageData, event, []));
    natives.apply(natives.addEventListener, this.#target, [channelSignals.picked, onPicked]);
  }

  /** Asks `listener` for what has been noted since the last time. */
  onTake(listener: () => string): void {
    listen(this.#target, channelSignals.take, () => this.#say(TAKEN, listener()));
  }

  /** Tells that the document has been opened anew, which takes every listener off the window and the document. */
  opened(): void {
    this.#say(channelSignals.opened, "");
  }

  /** Tells that the page is about to listen at the window for what the content script hears before it does. */
  beforeListeners(): void {
    this.#say(channelSignals.beforeListeners, "");
  }

  host(element: Element): void {
    dispatch(this.#target, mouseEvent(HOST_NOTE, element));
  }

  /**
   * Serves scans: `begin` answers with the marks of the first elements in a document or shadow root, `goOn` with
   * those of further ones; undefined is no answer.
   */
  onScan(
    begin: (root: unknown, scan: number) => string | undefined,
    goOn: (scan: number) => string | undefined,
  ): void {
    const answer = (marks: string | undefined): void => {
      if (marks !== undefined) this.#say(SCANNED, marks);
    };
    const scanOf = (event: Event): number => Number(natives.apply(natives.screenX, event, []));
    const onScan = (event: Event): void =>
      answer(begin(natives.apply(natives.relatedTarget, event, []), scanOf(event)));
    const onScanOn = (event: Event): void => answer(goOn(scanOf(event)));
    natives.apply(natives.addEventListener, this.#target, [channelSignals.scan, onScan]);
    natives.apply(natives.addEventListener, this.#target, [channelSignals.scanOn, onScanOn]);
  }

  #say(type: string, detail: string): void {
    dispatch(this.#target, new natives.CustomEvent(type, bare({ detail })));
  }
}

function mouseEvent(type: string, relatedTarget: EventTarget): Event {
  return new natives.MouseEvent(type, bare({ relatedTarget }));
}

/** Leaves out what the page may have added to Object.prototype, which the browser would read as members. */
function bare<T extends object>(members: T): T {
  natives.setPrototypeOf(members, null);
  return members;
}

function dispatch(target: EventTarget, event: Event): void {
  natives.apply(natives.dispatchEvent, target, [event]);
}

function listen(target: EventTarget, type: string, listener: () => void): void {
  natives.apply(natives.addEventListener, target, [type, listener]);
}

function ignore(target: EventTarget, type: string, listener: () => void): void {
  natives.apply(natives.removeEventListener, target, [type, listener]);
}
