// Tells whether input reaches the element that it is meant for: between the moment when an element is found and the
// input, a page can put anything in its place.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import type { LocateSources } from "./locate.ts";
import { meant } from "./locate.ts";
import { optionOf } from "../lists/popup.ts";
import { isReachedAt } from "./view.ts";
import { hitsTarget } from "../../dom/hit-test.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";
import { isRendered } from "../../dom/rendered.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

type Wanted = Pick<Params<"frame.guard">, "id" | "opener" | "option" | "wheel">;

export class Expectation {
  readonly #sources: LocateSources;
  readonly #wanted: Wanted;
  /** The element that the input is meant for; null if no input is meant for this frame. */
  readonly element: Element | null;

  /** @throws WebservError `unknown-id`, `stale-id` or `no-such-option` */
  constructor(sources: LocateSources, wanted: Wanted) {
    this.#sources = sources;
    this.#wanted = wanted;
    const { id, opener, option } = wanted;
    const purpose = opener === true ? "select" : "click";
    this.element = id === null ? null : meant(sources, { id, purpose, option });
  }

  /** Tells whether the element still is the option that is meant: a list may recycle its rows for other options. */
  isStillMeant(): boolean {
    const { id, option } = this.#wanted;
    return (
      id === null || option === undefined || optionOf(this.#sources, id, option) === this.element
    );
  }

  /** Tells whether the element that is meant is shown no more, or shows something else. */
  get isGone(): boolean {
    const { element } = this;
    if (element === null) return false;
    return !isRendered(element) || this.#sources.ids.likeness(element) === "other";
  }

  /**
   * Tells whether input goes to the element that is meant.
   * @param hit the innermost element at the point of the input
   */
  isMet(hit: Element | undefined): boolean {
    const { element } = this;
    if (hit === undefined || element === null) return false;
    if (!unshadowed(element).isConnected) return false;
    // The wheel turns what is around the pointer, whatever is under it.
    if (this.#wanted.wheel === true) return hitsTarget(hit, element, () => false);
    if (isDisabled(element)) return false;
    // A framework that renders a list without keys may show another item in the same element.
    if (this.#sources.ids.likeness(element) === "other") return false;
    return isReachedAt(this.#sources, element, hit);
  }
}
