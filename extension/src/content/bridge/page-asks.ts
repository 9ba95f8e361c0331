// Keeps the browser from opening its own windows over a page whose tab a session holds, and tells the worker
// what the page has asked the browser for.
import {
  type AskKind,
  askKinds,
  isForeignAddress,
  MAX_ASKED,
  MAX_ASKS,
} from "@webserv/shared/model/page/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { HELD } from "@webserv/shared/protocol/page-bridge.ts";

import type { FilePickers } from "./file-pickers.ts";
import { LastClickListener } from "./last-click-listener.ts";

export class PageAsks {
  readonly #listeners = new Set<(ask: PageAsk) => void>();
  readonly #onHold: (isHeld: boolean) => void;
  /** Asks that nobody has listened to yet; the first listener gets them. */
  #untold: PageAsk[] = [];
  /** Lookups of permission states that are under way. */
  readonly #lookups = new Set<Promise<void>>();
  #isHeld = false;
  readonly #onNavigate = (event: Event): void => this.#refuseForeignNavigation(event);
  readonly #pickers: FilePickers;
  readonly #clicks = new LastClickListener((event) => this.#refuseForeignClick(event));
  /** True while a paste of ours reaches the page. */
  #isPasting = false;
  /** True once a script of the debugger has answered `awaitHold`. */
  #isAnswered = false;
  readonly #onLoad = (event: Event): void => emptyRefused(event.target);
  readonly #onHeld = (): void => {
    this.#isAnswered = true;
  };

  /** @param onHold called when a session begins to hold the tab, and when none does any more */
  constructor(onHold: (isHeld: boolean) => void, pickers: FilePickers) {
    this.#onHold = onHold;
    this.#pickers = pickers;
    pickers.onRefused((what) => this.#tell("files", what, "refused"));
  }

  /**
   * Waits, until `stopAwaiting`, for a script of the debugger to answer the handshake's call. Must run at
   * document_start, when no script of the page can answer in its place.
   */
  awaitHold(): void {
    addEventListener(HELD, this.#onHeld, { once: true });
  }

  /** Ends the wait. If the debugger has answered, a session holds the tab. */
  stopAwaiting(): void {
    removeEventListener(HELD, this.#onHeld);
    if (this.#isAnswered) this.#hold(true);
  }

  /** Tells `listener` what the page asks. The worker holds the tab until it calls the returned function. */
  subscribe(listener: (ask: PageAsk) => void): () => void {
    this.#listeners.add(listener);
    this.#hold(true);
    for (const ask of this.#untold.splice(0)) listener(ask);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#hold(false);
    };
  }

  /** Lets go of the tab. A frame that the worker has no connection to is held by the debugger alone, until here. */
  release(): void {
    if (this.#listeners.size === 0) this.#hold(false);
  }

  /** Adds the listeners, also again after they were taken off the window. */
  listen(): void {
    if (!this.#isHeld) return;
    this.#clicks.begin();
    // A load event does not reach the window (DOM, "get the parent" of documents).
    document.addEventListener("load", this.#onLoad, { capture: true });
  }

  /** Takes an ask from the page script, as `encodeAsk` writes it. */
  receive(detail: unknown): void {
    if (typeof detail !== "string") return;
    const [first, isRefused, ...words] = detail.split(" ");
    const kind = askKinds.find((each) => each === first);
    if (kind === undefined) return;
    const what = words.join(" ");
    if (kind === "files") this.#pickers.asked(what);
    else if (isRefused === "1") this.#tell(kind, what, "refused");
    else {
      const lookup = this.#lookUp(kind, what, this.#isPasting).finally(() =>
        this.#lookups.delete(lookup),
      );
      this.#lookups.add(lookup);
    }
  }

  /**
   * Sends a paste of ours. An editor may look in the clipboard for more than the paste holds. If the browser denies that,
   * it is not worth telling.
   */
  duringPaste(paste: () => boolean): boolean {
    this.#isPasting = true;
    try {
      return paste();
    } finally {
      this.#isPasting = false;
    }
  }

  /** Resolves when listeners have been told of all that was asked before. */
  async delivered(): Promise<void> {
    await Promise.all(this.#lookups);
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#onHold(isHeld);
    const navigation: unknown = Reflect.get(window, "navigation");
    const target = navigation instanceof EventTarget ? navigation : null;
    if (isHeld) {
      target?.addEventListener("navigate", this.#onNavigate);
      this.listen();
    } else {
      target?.removeEventListener("navigate", this.#onNavigate);
      this.#clicks.end();
      document.removeEventListener("load", this.#onLoad, { capture: true });
    }
  }

  /**
   * Refuses a navigation to another program. Links, forms and scripts all fire this event (HTML, "navigate
   * event"), unless they open a new window, or their frame has not loaded anything yet.
   */
  #refuseForeignNavigation(event: Event): void {
    const url: unknown = Reflect.get(Object(Reflect.get(event, "destination")), "url");
    if (event.defaultPrevented || typeof url !== "string" || !isForeignAddress(url)) return;
    event.preventDefault();
    this.#tell("program", url, "refused");
  }

  /** Refuses a click on a link that opens another program in a new window, unless the page has prevented it. */
  #refuseForeignClick(event: MouseEvent): void {
    const link = event.composedPath().find(isLink);
    if (event.defaultPrevented || link === undefined) return;
    if (!opensWindow(link) || !isForeignAddress(link.href)) return;
    event.preventDefault();
    this.#tell("program", link.href, "refused");
  }

  /** Tells of an ask that the browser may answer: the permission's state, if it has one, says how. */
  async #lookUp(kind: AskKind, what: string, isOwnPaste: boolean): Promise<void> {
    const states = await Promise.all(what.split(" and ").map(stateOf));
    if (states.every((state) => state === "granted")) return;
    const isDenied = states.includes("denied");
    if (isDenied && isOwnPaste && what === "clipboard-read") return;
    this.#tell(kind, what, isDenied ? "denied" : "open");
  }

  #tell(kind: AskKind, what: string, answer: PageAsk["answer"]): void {
    const ask = { kind, what: what.slice(0, MAX_ASKED), answer };
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(ask);
    else if (this.#untold.length < MAX_ASKS) this.#untold.push(ask);
  }
}

/**
 * Empties a frame for which the browser has refused another program. Such a frame shows an error page at that
 * address, and while one does, the browser lets no extension's debugger into the tab.
 */
function emptyRefused(target: EventTarget | null): void {
  if (!(target instanceof HTMLIFrameElement) || target.contentDocument !== null) return;
  if (isForeignAddress(target.src)) target.contentWindow?.location.replace("about:blank");
}

function isLink(target: EventTarget): target is HTMLAnchorElement | HTMLAreaElement {
  return target instanceof HTMLAnchorElement || target instanceof HTMLAreaElement;
}

function opensWindow({ target }: HTMLAnchorElement | HTMLAreaElement): boolean {
  return !["", "_self", "_parent", "_top"].includes(target.toLowerCase());
}

/** Returns the state of a permission; undefined if the browser knows no such permission. */
async function stateOf(name: string): Promise<PermissionState | undefined> {
  try {
    const descriptor = name === "midi" ? { name, sysex: true } : { name };
    // The browser knows more names than TypeScript does.
    const query: unknown = Reflect.get(navigator.permissions, "query");
    if (typeof query !== "function") return undefined;
    const status: unknown = await Reflect.apply(query, navigator.permissions, [descriptor]);
    return status instanceof PermissionStatus ? status.state : undefined;
  } catch {
    return undefined;
  }
}
