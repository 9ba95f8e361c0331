// Describes an element to someone who knows only observations.
import { pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { readFrame } from "../../observe/reading.ts";
import { writtenText } from "../../observe/secrecy/shown-text.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface Description {
  /** The semantic id of the element, or else of the nearest ancestor that has one. */
  readonly id?: string;
  readonly words: string;
}

export function describeElement(finder: ElementFinder, element: Element): Description {
  const { localName: tag } = unshadowed(element);
  const text = pageWords(writtenText(element, MAX_READ), 60);
  const said =
    text === "" ? `a <${tag}> without text` : `a <${tag}> with the text ${JSON.stringify(text)}`;
  const id = finder.idAround(element);
  if (id === undefined) return { words: said };
  return { id, words: finder.hasId(element) ? `"${id}"` : `${said}, in "${id}"` };
}

/** The most UTF-16 units of its text that are read. It is large, as white space in it is dropped afterwards. */
const MAX_READ = 10_000;

/**
 * Describes an element like `describeElement`. If it has come since the page was last read, and so has no id yet, the
 * page is read again, which gives it one.
 */
export async function describeAnew(
  sources: ReadingSources,
  element: Element,
  signal: AbortSignal,
): Promise<Description> {
  const known = describeElement(sources.finder, element);
  if (known.id !== undefined) return known;
  await readFrame(sources, { prefix: sources.ids.prefix, aside: true }, signal);
  return describeElement(sources.finder, element);
}
