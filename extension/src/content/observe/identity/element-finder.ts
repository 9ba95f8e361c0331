// Resolves semantic ids to elements, with errors that help to find the right one.
import { pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import { missingId } from "@webserv/shared/protocol/missing-id.ts";
import type { FrameIds } from "./frame-ids.ts";
import { labelledName, MAX_NAME } from "../naming/labelled-name.ts";
import { writtenText } from "../secrecy/shown-text.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The longest role, in UTF-16 units. Roles are words; a longer string is none. */
const MAX_ROLE = 60;

export class ElementFinder {
  readonly #ids: FrameIds;

  constructor(ids: FrameIds) {
    this.#ids = ids;
  }

  /**
   * Returns the element that has an id.
   *
   * @throws WebservError `unknown-id` or `stale-id`, with `details.nearest`, or `ambiguous`
   */
  find(id: string): Element {
    const found = this.#ids.find(id);
    if (found.state === "present") return found.element;
    const code = found.state === "gone" ? "stale-id" : "unknown-id";
    throw missingId(id, code, this.presentIds());
  }

  /**
   * Lists the ids whose elements are in the document now, as some may have gone since the last
   * reading.
   */
  *presentIds(): Iterable<string> {
    for (const id of this.#ids.liveIds()) {
      if (this.#ids.find(id).state === "present") yield id;
    }
  }

  target(id: string, element: Element): Target {
    const own = unshadowed(element);
    const role = own.getAttribute("role");
    return {
      id,
      tag: own.localName,
      ...(role === null ? {} : { role: pageWords(role, MAX_ROLE) }),
      name: this.nameOf(element),
    };
  }

  nameOf(element: Element): string {
    const name =
      this.#ids.lastName(element) || (labelledName(element) ?? writtenText(element, 1000));
    return pageWords(name, MAX_NAME);
  }

  /** Returns the id of the element or of the nearest one around it that has one. */
  idAround(element: Element): string | undefined {
    for (let at: Element | null = element; at !== null; at = unshadowed(at).parentElement) {
      const id = this.#ids.idOf(at);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** Tells whether input at the element is its own, and not for what it stands in. */
  isActedOn(element: Element): boolean {
    return this.hasId(element) && !this.#ids.isPassive(element);
  }

  hasId(element: Element): boolean {
    return this.#ids.idOf(element) !== undefined;
  }
}
