// Joins windows of inner frames to tokens: each hails the frame around it by a message of its own.

/** What hails begin with; a page's own messages do not. */
const HAIL = "webserv-frame:";
/** A page that forges hails must not fill memory. */
const MAX_KEPT = 500;

export class FrameHails {
  /** Who has hailed, by token, the latest ones. */
  readonly #sources = new Map<string, MessageEventSource>();
  readonly #arrivals = new EventTarget();
  readonly #listener = (event: MessageEvent): void => this.#onMessage(event);

  /** Must run at document_start: no listener of the page may come before ours. */
  listen(): void {
    addEventListener("message", this.#listener, { capture: true });
  }

  /** Tells the frame around this one that this is the frame with the token. */
  send(token: string): void {
    parent.postMessage(HAIL + token, "*");
  }

  /** Resolves with the window that has hailed with the token. @throws the signal's reason */
  async sourceOf(token: string, signal: AbortSignal): Promise<MessageEventSource> {
    for (;;) {
      signal.throwIfAborted();
      const source = this.#sources.get(token);
      if (source !== undefined) return source;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.#arrivals.removeEventListener(token, done);
          signal.removeEventListener("abort", done);
          resolve();
        };
        this.#arrivals.addEventListener(token, done);
        signal.addEventListener("abort", done);
      });
    }
  }

  #onMessage(event: MessageEvent): void {
    const { source } = event;
    // The data of a page's own messages is not looked at where it need not be: that copies all of it.
    if (source === null || source === window || !isInnerFrame(source)) return;
    const hail: unknown = event.data;
    if (typeof hail !== "string" || !hail.startsWith(HAIL)) return;
    // Neither listeners of the page nor its `onmessage` get to see it.
    event.stopImmediatePropagation();
    const token = hail.slice(HAIL.length);
    this.#sources.set(token, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > MAX_KEPT && oldest !== undefined) this.#sources.delete(oldest);
    this.#arrivals.dispatchEvent(new Event(token));
  }
}

function isInnerFrame(source: MessageEventSource): boolean {
  return "parent" in source && source.parent === window;
}
