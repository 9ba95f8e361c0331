// Collects what is written of an element: the page's words on one line and bounded, as all that it says is.
import { pageWords } from "@webserv/shared/model/page-words.ts";
import type { Attribute } from "../tree/parts.ts";

/** The longest value, in UTF-16 units. */
const MAX_WORDS = 300;

export class AttributeList {
  readonly all: Attribute[] = [];

  /** One without a value is none. */
  add(name: string, value: string | null | undefined): void {
    const words = pageWords(value ?? "", MAX_WORDS);
    if (words !== "") this.all.push([name, words]);
  }

  /** In WebServ's own words, an id among them, which no limit may cut. */
  own(name: string, value: string): void {
    this.all.push([name, value]);
  }

  flag(name: string, isOn = true): void {
    if (isOn) this.all.push([name, ""]);
  }
}
