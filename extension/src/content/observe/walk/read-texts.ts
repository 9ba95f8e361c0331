// Texts as a patient reading met them, so that those that change meanwhile are told as they are in the end.
import type { TextPart } from "../tree/parts.ts";

export interface ReadText {
  readonly part: { -readonly [K in keyof TextPart]: TextPart[K] };
  /** What is told of a text that stands here. */
  readonly tell: (value: string) => string;
  /** Its place among the reading's texts, if it has one. */
  readonly at: number | undefined;
}

export class ReadTexts {
  readonly #read = new Map<Node, ReadText>();
  readonly #instead = new Map<Node, Node>();
  readonly #changed = new Set<Node>();

  note(node: Node, text: ReadText): void {
    this.#read.set(node, text);
  }

  /** A text has become another; whether it is known. */
  change(node: Node): boolean {
    if (!this.#read.has(node)) return false;
    this.#changed.add(node);
    return true;
  }

  /** One text node has been put in the place of another; whether that one is known. */
  replace(removed: Node, added: Node): boolean {
    this.#instead.set(removed, added);
    const text = this.#read.get(removed);
    if (text === undefined) return false;
    this.#read.delete(removed);
    this.#read.set(added, text);
    return this.change(added);
  }

  /** What stands in the place of a node that is gone. */
  insteadOf(node: Node): Node | undefined {
    let at: Node | undefined = node;
    while (at !== undefined && !at.isConnected) at = this.#instead.get(at);
    return at;
  }

  /** Tells all that have changed as they are now. */
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

/** Told of one text to what is named by its surroundings; a page can be one text of many MiB. */
export const MAX_TEXT = 200;
