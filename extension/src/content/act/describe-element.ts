// Says which element is meant to someone who knows only observations.
import type { ElementFinder } from "./element-finder.ts";
import { unshadowed } from "../unshadowed.ts";

export interface Description {
  /** The semantic id of it or of what it stands in. */
  readonly id?: string;
  readonly words: string;
}

export function describeElement(finder: ElementFinder, element: Element): Description {
  const { localName: tag, textContent } = unshadowed(element);
  const text = textContent.replace(/\s+/g, " ").trim().slice(0, 60).toWellFormed();
  const said = text === "" ? `a <${tag}> without text` : `a <${tag}> with the text "${text}"`;
  const id = finder.idAround(element);
  if (id === undefined) return { words: said };
  return { id, words: finder.hasId(element) ? `"${id}"` : `${said}, in "${id}"` };
}
