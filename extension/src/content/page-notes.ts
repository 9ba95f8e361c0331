// The content script's end of the private channel to the page script of the same frame.
import type { BegunRequest } from "@webserv/shared/protocol/page-bridge.ts";
import {
  channelSignals,
  decodeBegin,
  decodeId,
  elementNotes,
  handshake,
  requestNotes,
} from "@webserv/shared/protocol/page-bridge.ts";

export interface RequestListener {
  begin(request: BegunRequest): void;
  headers(id: number): void;
  reading(id: number): void;
  streaming(id: number): void;
  end(id: number): void;
}

/** What the page script has told of the frame's elements. */
export interface ElementFindings {
  hasHover(element: Element): boolean;
  hasClick(element: Element): boolean;
  /** A script has given it a shadow root, which may be closed. */
  hasShadow(element: Element): boolean;
}

export class PageNotes implements ElementFindings {
  readonly #listener: RequestListener;
  readonly #hover = new WeakSet<Element>();
  readonly #click = new WeakSet<Element>();
  readonly #delegates = new WeakSet<Element>();
  readonly #hosts = new WeakSet<Element>();
  readonly #beforeMessages: () => void;
  #channel: EventTarget | undefined;

  /** Must run at document_start: afterwards the page could listen in on the handshake. */
  constructor(listener: RequestListener, beforeMessages: () => void) {
    this.#listener = listener;
    this.#beforeMessages = beforeMessages;
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

  /** Has the page script look for handlers that frameworks keep; they are noted when this returns. */
  scan(): void {
    this.#channel?.dispatchEvent(new Event(channelSignals.scan));
  }

  hasHover(element: Element): boolean {
    return this.#hover.has(element) && !this.#delegates.has(element);
  }

  hasClick(element: Element): boolean {
    return this.#click.has(element) && !this.#delegates.has(element);
  }

  hasShadow(element: Element): boolean {
    return this.#hosts.has(element);
  }

  #take(channel: EventTarget): void {
    this.#channel = channel;
    this.#noteElements(channel, elementNotes.hover, this.#hover);
    this.#noteElements(channel, elementNotes.click, this.#click);
    this.#noteElements(channel, elementNotes.delegate, this.#delegates);
    this.#noteElements(channel, elementNotes.host, this.#hosts);
    channel.addEventListener(channelSignals.beforeMessages, () => this.#beforeMessages());
    const listener = this.#listener;
    channel.addEventListener(requestNotes.begin, (event) => {
      const request = event instanceof CustomEvent ? decodeBegin(event.detail) : undefined;
      if (request !== undefined) listener.begin(request);
    });
    for (const note of ["headers", "reading", "streaming", "end"] as const) {
      channel.addEventListener(requestNotes[note], (event) => {
        const id = event instanceof CustomEvent ? decodeId(event.detail) : undefined;
        if (id !== undefined) listener[note](id);
      });
    }
    channel.dispatchEvent(new Event(channelSignals.ack));
  }

  #noteElements(channel: EventTarget, note: string, set: WeakSet<Element>): void {
    channel.addEventListener(note, (event) => {
      if (event instanceof MouseEvent && event.relatedTarget instanceof Element) {
        set.add(event.relatedTarget);
      }
    });
  }
}
