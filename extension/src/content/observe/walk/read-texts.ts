// Keeps the texts that a patient reading met, so that those that change meanwhile are told as they
// are in the end.
import type { TextPart } from "../tree/parts.ts";

export interface ReadText {
  readonly part: { -readonly [K in keyof TextPart]: TextPart[K] };
  /** Returns what is told of a text that stands here. */
  readonly tell: (value: string) => string;
  /** Its index among the reading's texts, if it has one. */
  readonly at: number | undefined;
}

export class ReadTexts {
  readonly #read = new Map<Node, ReadText>();
  readonly #instead = new Map<Node, Node>();
  readonly #changed = new Set<Node>();

  note(node: Node, text: ReadText): void {
    this.#read.set(node, text);
  }

  /** Notes that a text has become another, and returns whether it is known. */
  change(node: Node): boolean {
    if (!this.#read.has(node)) return false;
    this.#changed.add(node);
    return true;
  }

  /**
   * Notes that one text node has been put in the place of another, and returns whether that one is
   * known.
   */
  replace(removed: Node, added: Node): boolean {
    this.#instead.set(removed, added);
    const text = this.#read.get(removed);
    if (text === undefined) return false;
    this.#read.delete(removed);
    this.#read.set(added, text);
    return this.change(added);
  }

  /** Returns what stands in the place of a node that is gone. */
  insteadOf(node: Node): Node | undefined {
    let at: Node | undefined = node;
    while (at !== undefined && !at.isConnected) at = this.#instead.get(at);
    return at;
  }

  /** Tells all texts that have changed as they are now. */
  catchUp(texts: string[]): void {
    for (const node of this.#changed) {
      const text = this.#read.get(node);
      if (text === undefined) continue;
      const told = text.tell(node.nodeValue ?? "");
      text.part.text = told;
      if (text.at !== undefined) texts[text.at] = told.slice(0, MAX_TEXT);
    }
    this.#changed.clear();
  }
}

/**
 * The most characters of one text that are kept to name what stands around it; a page can be one
 * text of many MiB.
 */
export const MAX_TEXT = 200;
