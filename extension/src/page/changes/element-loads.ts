// Follows the cause through what elements load: scripts, stylesheets, pictures, frames.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import type { Listening } from "../listeners/listening.ts";
import { hear } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import type { Native } from "../platform/natives.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";

const LOADING = "script[src], link[href], img, iframe";
/** The most elements that are looked at of those that one task has put on the page. */
const MAX_LOOKED = 200;
/** The most changes of a task that are looked at, since most of them may have put nothing on the page. */
const MAX_RECORDS = 1_000;
const ELEMENT = 1;
/** The browser loads nothing for a script of another type. */
const SCRIPT_TYPES = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i;
/** Frames at these addresses are there at once. */
const NO_ADDRESS = /^\s*(|about:.*|javascript:.*)$/i;

interface Load {
  work: number;
  url: string;
}

interface Unconnected {
  readonly url: string;
  readonly cause: number;
}

export class ElementLoads {
  readonly #causes: Causes;
  readonly #loads = new PrivateMap<Load>();
  /** Holds pictures outside of the page that nobody has asked about yet: they are beacons, if it stays so. */
  readonly #unasked = new PrivateMap<Unconnected>();
  readonly #asked = new PrivateMap<true>();

  constructor(hooks: Hooks, listening: Listening, causes: Causes) {
    this.#causes = causes;
    causes.onScript((script) => this.#loads.get(script)?.work ?? 0);
    listening.hearAll("document", ["load", "error"], (event) => {
      if (!causes.isActive) return;
      const target: unknown = natives.apply(natives.eventTarget, event, []);
      // A frame's load may end in the middle of the task that has put the frame on the page.
      const isFrame = isInstance(natives.HTMLIFrameElement, target);
      if (isInstance(natives.Element, target) && !isFrame && this.#loads.get(target) === undefined)
        causes.runUnknown();
    });
    hooks.around(HTMLImageElement.prototype, "src", "set", (native, self, args) => {
      const result = natives.apply(native, self, args);
      if (causes.isActive && isInstance(natives.HTMLImageElement, self)) this.#onSource(self);
      return result;
    });
    const onAsked = (target: object): void => {
      if (isInstance(natives.HTMLImageElement, target)) this.#onAsked(target);
    };
    listening.on("load", [HTMLElement.prototype], onAsked);
    listening.on("error", [HTMLElement.prototype], onAsked);
    hooks.around(HTMLImageElement.prototype, "decode", "value", (native, self, args) => {
      if (isInstance(natives.HTMLImageElement, self)) this.#onAsked(self);
      const work = causes.beginCaused({ kind: "image" });
      const end = (): void => causes.note("end", work);
      return causes.followed(natives.apply(native, self, args), work, end, end);
    });
  }

  /** Looks at what the code that `cause` has led to did to the page. */
  look(records: readonly MutationRecord[], cause: number): void {
    let looked = 0;
    const count = records.length < MAX_RECORDS ? records.length : MAX_RECORDS;
    for (let index = 0; index < count && looked < MAX_LOOKED; index++) {
      const record = records[index];
      if (record === undefined) continue;
      if (natives.apply(natives.recordType, record, []) === "attributes") {
        const name = String(natives.apply(natives.recordAttribute, record, []));
        const target: unknown = natives.apply(natives.recordTarget, record, []);
        if (isSource(name) && isInstance(natives.Element, target)) this.#look(target, cause);
        looked++;
        continue;
      }
      const added: unknown = natives.apply(natives.recordAdded, record, []);
      if (isInstance(natives.NodeList, added)) looked += this.#lookAtAdded(added, cause);
    }
  }

  #lookAtAdded(added: NodeList, cause: number): number {
    const length = Number(natives.apply(natives.listLength, added, []));
    let looked = 0;
    for (let index = 0; index < length && looked < MAX_LOOKED; index++) {
      const node = added[index];
      looked++;
      if (node === undefined || natives.apply(natives.nodeType, node, []) !== ELEMENT) continue;
      if (natives.apply(natives.matches, node, [LOADING]) === true) this.#look(node, cause);
      if (isWithout(node)) continue;
      const inside: unknown = natives.apply(natives.findInElement, node, [LOADING]);
      if (!isInstance(natives.NodeList, inside)) continue;
      const count = Number(natives.apply(natives.listLength, inside, []));
      for (let at = 0; at < count && looked < MAX_LOOKED; at++, looked++) {
        const element = inside[at];
        if (element !== undefined) this.#look(element, cause);
      }
    }
    return looked;
  }

  #look(element: Node, cause: number): void {
    if (isInstance(natives.HTMLScriptElement, element)) {
      const type = attribute(element, "type");
      if (test(SCRIPT_TYPES, type) && !hasAttribute(element, "nomodule")) {
        this.#begin(element, "script", attribute(element, "src"), cause);
      }
    } else if (isInstance(natives.HTMLLinkElement, element)) {
      const isWanted =
        test(/(^|\s)stylesheet(\s|$)/i, attribute(element, "rel")) &&
        natives.apply(natives.linkSheet, element, []) === null;
      if (isWanted) this.#begin(element, "style", attribute(element, "href"), cause);
    } else if (isInstance(natives.HTMLImageElement, element)) {
      if (isComplete(element) || isOutOfView(element)) return;
      const url = attribute(element, "src") || attribute(element, "srcset");
      this.#begin(element, "image", url, cause);
    } else if (isInstance(natives.HTMLIFrameElement, element)) {
      const url = attribute(element, "src");
      const isWritten = hasAttribute(element, "srcdoc");
      if ((isWritten || !test(NO_ADDRESS, url)) && !isOutOfView(element)) {
        this.#begin(element, "frame", url, cause);
      }
    }
  }

  #begin(element: Element, kind: BegunKind, url: string, cause: number): void {
    const known = this.#loads.get(element);
    // A script is loaded once; a picture that is set anew to what it was is not.
    if (known !== undefined && (known.url === url || kind === "script")) return;
    const work = this.#causes.beginCaused({ kind, url, callSite: callSiteOfAddress(url) }, cause);
    if (known !== undefined) {
      this.#causes.note("end", known.work);
      known.work = work;
      known.url = url;
      return;
    }
    const load: Load = { work, url };
    this.#loads.set(element, load);
    hear(element, ["load", "error"], () => {
      this.#causes.note("end", load.work);
      this.#causes.run(this.#causes.isCurrent(load.work) ? load.work : 0);
    });
  }

  #onSource(image: HTMLImageElement): void {
    if (natives.apply(natives.isConnected, image, []) === true || isComplete(image)) return;
    const cause = this.#causes.now();
    const url = attribute(image, "src");
    if (cause === 0 || this.#asked.get(image) === true) this.#begin(image, "image", url, cause);
    else this.#unasked.set(image, { url, cause });
  }

  #onAsked(image: HTMLImageElement): void {
    this.#asked.set(image, true);
    const unasked = this.#unasked.get(image);
    if (unasked === undefined || !this.#causes.isCurrent(unasked.cause) || isComplete(image))
      return;
    this.#begin(image, "image", unasked.url, unasked.cause);
  }
}

/** Makes a list only if few are found: most that is put on a page loads nothing. */
function isWithout(element: Node): boolean {
  return (
    natives.apply(natives.firstElementChild, element, []) === null ||
    natives.apply(natives.firstInElement, element, [LOADING]) === null
  );
}

function isSource(name: string): boolean {
  return (
    name === "src" || name === "href" || name === "srcset" || name === "srcdoc" || name === "rel"
  );
}

function isComplete(image: HTMLImageElement): boolean {
  return natives.apply(natives.imageComplete, image, []) === true;
}

/** Tells whether the browser puts off the load until the element comes into view. */
function isOutOfView(element: Element): boolean {
  if (attribute(element, "loading") !== "lazy") return false;
  const box: unknown = natives.apply(natives.boundingBox, element, []);
  const number = (get: Native, owner: unknown): number => Number(natives.apply(get, owner, []));
  return (
    number(natives.rectBottom, box) < 0 ||
    number(natives.rectRight, box) < 0 ||
    number(natives.rectTop, box) > number(natives.innerHeight, window) ||
    number(natives.rectLeft, box) > number(natives.innerWidth, window)
  );
}

function attribute(element: Element, name: string): string {
  const value: unknown = natives.apply(natives.getAttribute, element, [name]);
  return typeof value === "string" ? value : "";
}

function hasAttribute(element: Element, name: string): boolean {
  return natives.apply(natives.hasAttribute, element, [name]) === true;
}

function test(pattern: RegExp, text: string): boolean {
  return natives.apply(natives.regExpExec, pattern, [text]) !== null;
}
