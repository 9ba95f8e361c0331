// Tells whether input is where it was meant to be: between the moment an element was found and that of the input, a
// page can put anything in its place.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import type { LocateSources } from "./locate.ts";
import { meant } from "./locate.ts";
import { optionOf } from "../lists/popup.ts";
import { isNativeOrKnown } from "./view.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { hitsTarget } from "../../dom/hit-test.ts";

type Wanted = Pick<Params<"frame.guard">, "id" | "opener" | "option">;

export class Expectation {
  readonly #sources: LocateSources;
  readonly #wanted: Wanted;
  /** Null if no input is meant for this frame. */
  readonly element: Element | null;

  /** @throws WebservError `unknown-id`, `stale-id` or `no-such-option` */
  constructor(sources: LocateSources, wanted: Wanted) {
    this.#sources = sources;
    this.#wanted = wanted;
    const { id, opener, option } = wanted;
    const purpose = opener === true ? "select" : "click";
    this.element = id === null ? null : meant(sources, { id, purpose, option });
  }

  /** A list that recycles its rows shows another option in the same element. */
  isStillMeant(): boolean {
    const { id, option } = this.#wanted;
    return (
      id === null || option === undefined || optionOf(this.#sources, id, option) === this.element
    );
  }

  /** @param hit the innermost element at the point of the input */
  isMet(hit: Element | undefined): boolean {
    const { element } = this;
    if (hit === undefined || element === null) return false;
    if (!unshadowed(element).isConnected || isDisabled(element)) return false;
    // A list without keys shows another thing in the same element.
    if (this.#sources.ids.likeness(element) === "other") return false;
    return hitsTarget(hit, element, (inside) => isNativeOrKnown(this.#sources.finder, inside));
  }
}
