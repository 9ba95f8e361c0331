// Tells which window belongs to which token: each inner frame posts its token to the frame around it.

/** The prefix of our messages; a page's own messages do not begin with it. */
const PREFIX = "webserv-frame:";
/** The most tokens that are kept: a page that forges messages must not fill memory. */
const MAX_KEPT = 500;

export class FrameTokens {
  /** The window that has posted each token; the oldest are dropped. */
  readonly #sources = new Map<string, MessageEventSource>();
  readonly #arrivals = new EventTarget();
  readonly #listener = (event: MessageEvent): void => this.#onMessage(event);

  /** Adds the listener. Must run at document_start: no listener of the page may come before ours. */
  listen(): void {
    addEventListener("message", this.#listener, { capture: true });
  }

  /** Tells the frame around this one that this frame has the token. */
  announce(token: string): void {
    parent.postMessage(PREFIX + token, "*");
  }

  /** Resolves with the window that has posted the token. @throws the signal's reason */
  async windowOf(token: string, signal: AbortSignal): Promise<MessageEventSource> {
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
    // Reading the data of a page's own message copies all of it, so the sender is checked first.
    if (source === null || source === window || !isInnerFrame(source)) return;
    const message: unknown = event.data;
    if (typeof message !== "string" || !message.startsWith(PREFIX)) return;
    // Neither the page's listeners nor its `onmessage` see the message.
    event.stopImmediatePropagation();
    const token = message.slice(PREFIX.length);
    this.#sources.set(token, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > MAX_KEPT && oldest !== undefined) this.#sources.delete(oldest);
    this.#arrivals.dispatchEvent(new Event(token));
  }
}

function isInnerFrame(source: MessageEventSource): boolean {
  return "parent" in source && source.parent === window;
}
