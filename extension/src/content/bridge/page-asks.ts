// Keeps the browser from opening windows of its own over a page whose tab a session holds, and tells the worker
// what the page has asked for.
import {
  type AskKind,
  askKinds,
  isForeignAddress,
  MAX_ASKED,
  MAX_ASKS,
} from "@webserv/shared/model/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page-ask.ts";
import { HELD } from "@webserv/shared/protocol/page-bridge.ts";

import { LastClick } from "./last-click.ts";

export class PageAsks {
  readonly #listeners = new Set<(ask: PageAsk) => void>();
  readonly #onHold: (isHeld: boolean) => void;
  /** Told to whoever comes first. */
  #untold: PageAsk[] = [];
  /** States of permissions that are being looked up. */
  readonly #lookups = new Set<Promise<void>>();
  #isHeld = false;
  readonly #onNavigate = (event: Event): void => this.#judgeNavigation(event);
  readonly #clicks = new LastClick((event) => this.#judgeClick(event));
  /** A script of the debugger has answered. */
  #isAnswered = false;
  readonly #onLoad = (event: Event): void => emptyRefused(event.target);
  readonly #onHeld = (): void => {
    this.#isAnswered = true;
  };

  /** `onHold` is told when a session begins to hold the tab, and when none does any more. */
  constructor(onHold: (isHeld: boolean) => void) {
    this.#onHold = onHold;
  }

  /**
   * Until `stopAwaiting`: a script of the debugger answers the handshake's call. Must run at
   * document_start, when no script of the page can answer in its place.
   */
  awaitHold(): void {
    addEventListener(HELD, this.#onHeld, { once: true });
  }

  stopAwaiting(): void {
    removeEventListener(HELD, this.#onHeld);
    if (this.#isAnswered) this.#hold(true);
  }

  /** The worker holds the tab, and is told of what the page asks, until what is returned is called. */
  tellTo(listener: (ask: PageAsk) => void): () => void {
    this.#listeners.add(listener);
    this.#hold(true);
    for (const ask of this.#untold.splice(0)) listener(ask);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#hold(false);
    };
  }

  /** No session holds the tab any longer: a frame that the worker has no connection to was held by the debugger alone. */
  release(): void {
    if (this.#listeners.size === 0) this.#hold(false);
  }

  /** Anew where the listeners were taken off the window. */
  listen(): void {
    if (!this.#isHeld) return;
    this.#clicks.begin();
    // A load is told to no window but its own (DOM, "get the parent" of documents).
    document.addEventListener("load", this.#onLoad, { capture: true });
  }

  /** For `encodeAsk`. */
  heard(detail: unknown): void {
    if (typeof detail !== "string") return;
    const [first, isRefused, ...words] = detail.split(" ");
    const kind = askKinds.find((each) => each === first);
    if (kind === undefined) return;
    const what = words.join(" ");
    if (isRefused === "1") this.#tell(kind, what, "refused");
    else {
      const lookup = this.#lookUp(kind, what).finally(() => this.#lookups.delete(lookup));
      this.#lookups.add(lookup);
    }
  }

  /** Resolves when the worker has been told of all that was asked before. */
  async told(): Promise<void> {
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
   * Links, forms and scripts alike come this way (HTML, "navigate event"), but for what opens a new window,
   * and frames that have not loaded anything yet.
   */
  #judgeNavigation(event: Event): void {
    const url: unknown = Reflect.get(Object(Reflect.get(event, "destination")), "url");
    if (event.defaultPrevented || typeof url !== "string" || !isForeignAddress(url)) return;
    event.preventDefault();
    this.#tell("program", url, "refused");
  }

  /** The page may prevent it, or not, as ever. */
  #judgeClick(event: MouseEvent): void {
    const link = event.composedPath().find(isLink);
    if (event.defaultPrevented || link === undefined) return;
    if (!opensWindow(link) || !isForeignAddress(link.href)) return;
    event.preventDefault();
    this.#tell("program", link.href, "refused");
  }

  /** What the browser does with it is told by the permission's state, if it has one. */
  async #lookUp(kind: AskKind, what: string): Promise<void> {
    const states = await Promise.all(what.split(" and ").map(stateOf));
    if (states.every((state) => state === "granted")) return;
    this.#tell(kind, what, states.includes("denied") ? "denied" : "open");
  }

  #tell(kind: AskKind, what: string, answer: PageAsk["answer"]): void {
    const ask = { kind, what: what.slice(0, MAX_ASKED), answer };
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(ask);
    else if (this.#untold.length < MAX_ASKS) this.#untold.push(ask);
  }
}

/**
 * A frame for which the browser has refused another program shows an error at that address, and while one does the
 * browser lets no debugger of an extension into the tab.
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

/** Undefined where the browser knows no such permission. */
async function stateOf(name: string): Promise<PermissionState | undefined> {
  try {
    const descriptor = name === "midi" ? { name, sysex: true } : { name };
    // The names that TypeScript knows are fewer than the browser's.
    const query: unknown = Reflect.get(navigator.permissions, "query");
    if (typeof query !== "function") return undefined;
    const status: unknown = await Reflect.apply(query, navigator.permissions, [descriptor]);
    return status instanceof PermissionStatus ? status.state : undefined;
  } catch {
    return undefined;
  }
}
