// Tells how an element takes files, and whether the page accepts files that are dragged over it.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { fileFieldOf } from "./give-files.ts";
import { isInput } from "../script-events.ts";
import { composedParent } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";

const PRESSED_ROLES: ReadonlySet<string> = new Set(["button", "link", "menuitem"]);

export class DropWatch {
  readonly #finder: ElementFinder;
  #listening = new AbortController();
  #over: Event | undefined;
  #dropped = false;

  constructor(finder: ElementFinder) {
    this.#finder = finder;
  }

  /** Watches the page until `end` is called. @throws WebservError `unknown-id` or `stale-id` */
  begin(id: string): Result<"frame.drop-zone"> {
    this.end();
    const element = this.#finder.find(id);
    const { signal } = this.#listening;
    const listen = (type: "dragover" | "drop", hear: (event: Event) => void): void =>
      addEventListener(type, (event) => isInput(event) && hear(event), { capture: true, signal });
    listen("dragover", (event) => (this.#over = event));
    listen("drop", () => (this.#dropped = true));
    return { chooser: opensChooser(element), field: fileFieldOf(element) !== null };
  }

  /** Tells whether the page takes the files. Call it between events: an event shows it only once it is dispatched. */
  state(): Result<"frame.dropped"> {
    return { accepted: this.#over?.defaultPrevented === true, dropped: this.#dropped };
  }

  end(): void {
    this.#listening.abort();
    this.#listening = new AbortController();
    this.#over = undefined;
    this.#dropped = false;
  }
}

/** Tells whether a click on the element may open a file chooser: it is a file field, or something to press. */
function opensChooser(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at instanceof HTMLInputElement) return isPressed(at);
    if (at instanceof HTMLLabelElement || at instanceof HTMLButtonElement) return true;
    if (at instanceof HTMLAnchorElement && at.href !== "") return true;
    if (PRESSED_ROLES.has(unshadowed(at).getAttribute("role") ?? "")) return true;
  }
  return false;
}

function isPressed({ type }: HTMLInputElement): boolean {
  return ["file", "button", "submit", "image"].includes(type);
}
