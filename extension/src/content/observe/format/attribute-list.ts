// Collects the attributes that are written of an element: the page's words stand on one line each
// and are bounded.
import { pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { Attribute } from "../tree/parts.ts";

/** The longest value, in UTF-16 units. */
const MAX_WORDS = 300;

export class AttributeList {
  readonly all: Attribute[] = [];

  /** Adds an attribute of the page's. One without a value is left out. */
  add(name: string, value: string | null | undefined): void {
    const words = pageWords(value ?? "", MAX_WORDS);
    if (words !== "") this.all.push([name, words]);
  }

  /** Adds an attribute in WebServ's own words, such as an id, which no limit may cut. */
  own(name: string, value: string): void {
    this.all.push([name, value]);
  }

  flag(name: string, isOn = true): void {
    if (isOn) this.all.push([name, ""]);
  }
}
