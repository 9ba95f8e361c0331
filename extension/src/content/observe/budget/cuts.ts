// What was told of one frame so far: the next reading shows the same again as far as that is possible.
import type { LastCut } from "./last-cut.ts";

/** The last reading that was told, of those that show the page and not a part of it. */
export interface ToldCut {
  /** Its name, which no other reading has. */
  readonly reading: string;
  readonly cut: LastCut;
  /** The cut was made for so many tokens. */
  readonly budget: number;
  /** It took so many tokens then. */
  readonly needed: number;
  /** How it was written: what is written otherwise can't be compared. */
  readonly style: string;
  readonly html: string;
}

export class Cuts {
  last: ToldCut | undefined;
  #count = 0;

  /** Names a reading as no other of any document in this browser. */
  name(): string {
    return `${performance.timeOrigin}.${++this.#count}`;
  }

  /**
   * Entries of long series that were passed over at some time, and so are nothing new, each with the number
   * of the first reading that did so.
   */
  readonly passed = new WeakMap<Element, number>();
}

/** An outline's lines; else a piece for every start tag. */
export function piecesOf(html: string, form: string): string[] {
  return form === "outline" ? html.split("\n") : html.split(/(?=<)/);
}
