// Holds what the writers of HTML and of outlines have in common: a limit, the places of frames,
// and options.
import type { FramePlace } from "@webserv/shared/model/page/frame-place.ts";
import type { WriteStyle } from "./attributes.ts";
import type { Attribute, ElementPart } from "../tree/parts.ts";
import { ToldTitles } from "./repeats.ts";
import { inGroups } from "../state/field-contents.ts";
import type { OptionEntry } from "../state/select-state.ts";
import { boundedWords } from "../state/bounded-words.ts";
import { isCutShort } from "../tree/closed-select.ts";
import {
  briefOptions,
  isOptionDisabled,
  isShownSelected,
  optionText,
} from "../state/select-state.ts";

export interface Written {
  readonly html: string;
  /** The end is missing, as it stood beyond the limit. */
  readonly cut: boolean;
  /** The places of the contents of each frame. */
  readonly frames: ReadonlyMap<ElementPart, WrittenFrame>;
}

/** Holds an offset in UTF-16 units; in an outline also how far the lines are indented. */
export type WrittenFrame = Pick<FramePlace, "at" | "indent">;

/** An option as it is written. */
export interface WrittenOption {
  readonly id: string;
  readonly words: string;
  readonly isSelected: boolean;
  readonly isDisabled: boolean;
  /** No other option of its select has the same words. */
  readonly isAlone: boolean;
}

/** The options of a select as they are written, and how many of it are left out. */
export interface WrittenOptions {
  readonly groups: readonly WrittenGroup[];
  readonly left: number;
}

/** Options next to each other in one group, by its label; empty for those in none. */
export interface WrittenGroup {
  readonly label: string;
  readonly options: readonly WrittenOption[];
}

/** Writes parts in pieces, as many as fit into a limit. */
export abstract class PartWriter {
  protected readonly style: WriteStyle;
  /** The pieces that are written. */
  protected readonly pieces: string[] = [];
  /** Something did not fit: from here on nothing is written. */
  protected isCut = false;
  readonly #optionsOf: (part: ElementPart) => readonly OptionEntry[];
  readonly #maxUnits: number;
  readonly #titles = new ToldTitles();
  /** UTF-16 units that are written, or that something which has begun will take. */
  #units = 0;
  /** Frames by the index of the piece that begins them. */
  readonly #frames = new Map<number, { readonly part: ElementPart; readonly indent?: number }>();

  /** @param maxUnits the limit in UTF-16 units */
  constructor(
    style: WriteStyle,
    optionsOf: (part: ElementPart) => readonly OptionEntry[],
    maxUnits: number,
  ) {
    this.style = style;
    this.#optionsOf = optionsOf;
    this.#maxUnits = maxUnits;
  }

  /** Leaves out the title of an entry that says the same as the one before. */
  protected withoutRepeats(part: ElementPart, attributes: Attribute[]): Attribute[] {
    const title = attributes.find(([name]) => name === "title")?.[1];
    if (this.style.form === "paper" || title === undefined) return attributes;
    return this.#titles.isRepeated(part, title)
      ? attributes.filter(([name]) => name !== "title")
      : attributes;
  }

  /** Takes room for so many units, and returns whether there is as much. */
  protected take(units: number): boolean {
    this.isCut ||= this.#units + units > this.#maxUnits;
    if (!this.isCut) this.#units += units;
    return !this.isCut;
  }

  /** Takes all the room that is left, and returns how many units that are. */
  protected takeRest(): number {
    const left = this.#maxUnits - this.#units;
    this.#units = this.#maxUnits;
    return left;
  }

  /** Notes that the contents of a frame belong behind the last piece. */
  protected noteFrame(part: ElementPart, place: { readonly indent?: number } = {}): void {
    this.#frames.set(this.pieces.length - 1, { part, ...place });
  }

  protected written(separator: string): Written {
    const frames = new Map<ElementPart, WrittenFrame>();
    let at = -separator.length;
    for (const [index, piece] of this.#frames.size === 0 ? [] : this.pieces.entries()) {
      at += separator.length + piece.length;
      const frame = this.#frames.get(index);
      if (frame === undefined) continue;
      const { part, ...place } = frame;
      frames.set(part, { at, ...place });
    }
    return { html: this.pieces.join(separator), cut: this.isCut, frames };
  }

  /** Returns the options of a select as they are written. */
  protected optionsIn(part: ElementPart): WrittenOptions {
    const all = this.#optionsOf(part);
    const isCut = this.style.cutsOptions && isCutShort(part.element);
    const options = isCut ? briefOptions(all) : all;
    const likes = Map.groupBy(all, ({ option }) => optionText(option));
    return { groups: this.#groups(part, options, likes), left: all.length - options.length };
  }

  #groups(
    part: ElementPart,
    options: readonly OptionEntry[],
    likes: ReadonlyMap<string, readonly OptionEntry[]>,
  ): WrittenGroup[] {
    return inGroups(options).map(([label, entries]) => ({
      label,
      options: entries.map(({ option, id }) => ({
        id,
        words: boundedWords(optionText(option)),
        isSelected: isShownSelected(option, part.element),
        isDisabled: isOptionDisabled(option),
        isAlone: likes.get(optionText(option))?.length === 1,
      })),
    }));
  }
}
