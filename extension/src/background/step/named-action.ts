// Replaces the words by which an action names its elements with their ids.
import type { Action, ActionOf, Asked } from "@webserv/shared/model/action.ts";
import { action as anyAction } from "@webserv/shared/model/action.ts";
import type { ElementName, ElementWords } from "@webserv/shared/model/actions/action-spec.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { holdsWords } from "@webserv/shared/model/text/holds-words.ts";

import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { FrameRoutes } from "../frames/frame-routes.ts";
import type { FrameTrees } from "../frames/frame-trees.ts";
import { foundText } from "../frames/found-text.ts";
import { findNamed, nothingNamed, severalNamed } from "../frames/named-elements.ts";
import { waitMs } from "../platform/wait.ts";

/** The longest wait for an element that is called by words, and the shortest pause between two looks, in ms. */
const NAMED_MS = 1_000;
const PAUSE_MS = 100;
/** These errors say that the document was replaced before it answered. */
const BETWEEN_PAGES: ReadonlySet<ErrorCode> = new Set(["disconnected", "page-unreadable"]);

/** @param find returns the id of the one element that is called so, which `field` of the action names */
export async function withIds(
  asked: Asked,
  find: (words: ElementWords, field: string) => Promise<string>,
): Promise<Action> {
  if (namesByIds(asked)) return asked;
  const ids: Record<string, string> = {};
  for (const [field, name] of Object.entries(elementsOf(asked))) {
    if (typeof name === "object") ids[field] = await find(name, field);
  }
  const found = anyAction.parse({ ...asked, ...ids });
  if (namesByIds(found)) return found;
  throw new WebservError("internal", `an element of "${asked.type}" has no id yet`);
}

/** Tells whether an action names all that it is about by ids; what `wait` waits for may be yet to come. */
function namesByIds(asked: Asked): asked is Action {
  if (asked.type === "wait") return true;
  return Object.values(elementsOf(asked)).every((name) => typeof name !== "object");
}

function elementsOf(asked: Asked) {
  return {
    ...("id" in asked && asked.id !== undefined ? { id: asked.id } : {}),
    ...("to" in asked && asked.to !== undefined ? { to: asked.to } : {}),
  };
}

export interface ActionElementsOptions {
  readonly trees: FrameTrees;
  readonly tabId: number;
  readonly routes: FrameRoutes;
  readonly timed: () => FrameCallOptions;
}

/** Holds what is called by the same words, and the error if that is not one element. */
interface Named {
  readonly ids: readonly string[];
  readonly error: WebservError | undefined;
  /** True if they are called by an id that another element had when it was told. */
  readonly rebound: boolean;
}

/** Matches words that are written without any sign. */
const PLAIN = /^[\p{L}\p{M}\p{N}\s]+$/u;

/** Finds elements of a page by words, and tells what it shows. */
export class ActionElements {
  readonly #options: ActionElementsOptions;

  constructor(options: ActionElementsOptions) {
    this.#options = options;
  }

  /**
   * Finds the one element that is called so. One that has just come may take a moment to show; an id that
   * nobody was told of does not come.
   * @throws WebservError `ambiguous` or `unknown-name`; `unknown-id` if an id was meant as well
   */
  async one(words: ElementWords): Promise<{ readonly id: string; readonly rebound: boolean }> {
    const patience = words.id === undefined ? performance.now() + NAMED_MS : 0;
    for (;;) {
      const beganAt = performance.now();
      const { ids, error, rebound } = await this.named(words);
      const [only] = ids;
      if (only !== undefined && error === undefined) return { id: only, rebound };
      const now = performance.now();
      if (only !== undefined || now >= patience) throw error;
      await waitMs(Math.max(PAUSE_MS, now - beganAt), this.#options.timed().signal);
    }
  }

  /** Returns the action with the id of what holds its words, if these alone say where they stand. */
  async holding(action: ActionOf<"select_text">): Promise<ActionOf<"select_text">> {
    if (action.id !== undefined) return action;
    const { trees, tabId, timed } = this.#options;
    return { ...action, ...(await foundText(trees, tabId, action, timed())) };
  }

  /** Looks for what is called so, or has the id that the words may be. */
  async named({ id, ...words }: ElementWords): Promise<Named> {
    const { trees, tabId, timed } = this.#options;
    const known = id === undefined ? undefined : await this.#known(id);
    const unknown = known instanceof WebservError ? known : undefined;
    if (id !== undefined && known !== undefined && "rebound" in known) {
      return { ids: [id], error: undefined, rebound: known.rebound };
    }
    const found = await findNamed(trees, tabId, words, timed());
    // The id of another page may resemble a name by chance, so a name with its signs must be the very same.
    const mustBeSame = id !== undefined && !PLAIN.test(words.name);
    const matches = found.matches.filter(({ distance }) => !mustBeSame || distance === 0);
    const ids = matches.map((match) => match.id);
    if (ids.length === 1) return { ids, error: undefined, rebound: false };
    const error =
      ids.length > 1 ? severalNamed(words, matches) : (unknown ?? nothingNamed(words, found));
    return { ids, error, rebound: false };
  }

  /** Reads the page, and tells whether it shows the element, or the text in any of its frames. */
  async shows(what: { readonly id: ElementName } | { readonly text: string }): Promise<boolean> {
    const { trees, tabId, routes } = this.#options;
    const timed = this.#options.timed();
    try {
      // This gives ids to new elements, and finds new frames.
      await trees.read(tabId, { aside: true }, timed);
      if ("id" in what) {
        const { id } = what;
        if (typeof id === "object") return (await this.named(id)).ids.length > 0;
        return (await routes.call(id, "frame.shows", { id }, timed)).shows;
      }
    } catch (error) {
      timed.signal.throwIfAborted();
      const isBetweenPages = error instanceof WebservError && BETWEEN_PAGES.has(error.code);
      if (isBetweenPages) return false;
      throw error;
    }
    const asked = [null, ...trees.framesOf(tabId)].map((node) =>
      trees.ask(tabId, node, "frame.shows", what, timed),
    );
    const answers = await Promise.allSettled(asked);
    return (
      answers.some((answer) => answer.status === "fulfilled" && answer.value.shows) ||
      holdsWords(trees.pdfWords(tabId), what.text)
    );
  }

  /** Confirms what has the id, or had it; returns the error if nothing has. */
  async #known(id: string): Promise<{ readonly rebound: boolean } | WebservError> {
    const { routes, timed } = this.#options;
    try {
      return await routes.call(id, "frame.confirm", { id }, timed());
    } catch (error) {
      const code = error instanceof WebservError ? error.code : undefined;
      if (code === "stale-id") return { rebound: false };
      if (error instanceof WebservError && (code === "unknown-id" || code === "ambiguous")) {
        return error;
      }
      throw error;
    }
  }
}
