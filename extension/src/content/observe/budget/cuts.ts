// Remembers what was told of one frame so far: the next reading shows the same again as far as that
// is possible.
import type { Piece } from "@webserv/shared/model/text/view-cues.ts";
import { pieceOf, withoutViewMarks } from "@webserv/shared/model/text/view-cues.ts";
import type { LastCut } from "./last-cut.ts";

/** The last reading that was told, of those that show the page and not a part of it. */
export interface ToldCut {
  /** Its name, which no other reading has. */
  readonly reading: string;
  readonly cut: LastCut;
  /** The budget that the cut was made for, in tokens. */
  readonly budget: number;
  /** The tokens that it took then. */
  readonly needed: number;
  /** The style that it was written in: what is written otherwise can't be compared. */
  readonly style: string;
  readonly html: string;
}

export class Cuts {
  last: ToldCut | undefined;
  #count = 0;

  /** Returns a name that no other reading of any document in this browser has. */
  name(): string {
    return `${performance.timeOrigin}.${++this.#count}`;
  }

  /**
   * Entries of long series that were passed over at some time, and so are nothing new, each with
   * the number of the first reading that did so.
   */
  readonly passed = new WeakMap<Element, number>();
}

/** Splits a reading into an outline's lines, or into a piece for every tag. Marks of what is in view are left out. */
export function piecesOf(html: string, form: string): Piece[] {
  const page = withoutViewMarks({ form, html });
  const pieces = form === "outline" ? page.split("\n") : page.split(/(?=<)/);
  return pieces.map((text) => pieceOf(text, form));
}
