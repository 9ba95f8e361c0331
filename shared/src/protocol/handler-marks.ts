// Defines the marks by which the page script tells the content script what elements listen for. It is free of zod, as
// `page-bridge.ts` is.

/** The kinds of input that an element listens for; one bit each. */
export const handlerKinds = {
  click: 1,
  /** The parts of a click: pressing, releasing, touching. */
  press: 2,
  /** The pointer moves over it. */
  hover: 4,
  key: 8,
} as const;
export type HandlerKind = keyof typeof handlerKinds;
/** The use of an element that its events reveal, dragging included. */
export type EventKind = HandlerKind | "drag" | "wheel";

/** The number of bits by which the kinds of a handler are shifted, by the place that keeps the handler. */
export const handlerSources = {
  listener: 0,
  /** A property such as `onclick`. */
  property: 4,
  react: 8,
  solid: 12,
  svelte: 16,
  jquery: 20,
  /** An attribute that a library's listener at the document looks for. */
  attribute: 26,
} as const;
export type HandlerSource = keyof typeof handlerSources;

/** Marks that are no handlers. No bit is free: a further source needs a second number. */
export const otherMarks = {
  /** Listens for so many kinds of events that it does so for others: a framework's root. */
  delegate: 1 << 24,
  /** Its properties say which of the handlers that its attributes may have set are left. */
  handlersKnown: 1 << 25,
  /** The element accepts drops or is dragged itself, whatever keeps the handler. */
  drag: 1 << 30,
  /** The element hears of the wheel. */
  wheel: 1 << 31,
} as const;

export function handlerMark(source: HandlerSource, kind: EventKind): number {
  if (kind === "drag" || kind === "wheel") return otherMarks[kind];
  return handlerKinds[kind] << handlerSources[source];
}

/** Writes one element's marks; the answer to a scan joins the texts of all elements that have any. */
export function encodeMarks(index: number, marks: number): string {
  // The last bit would be a sign.
  return `${index} ${marks >>> 0} `;
}

/**
 * Calls `each` for every element with marks, by its index among all elements of the tree in
 * document order. Digit by digit: a list can have ten thousand entries, and making strings of them
 * takes longer.
 */
export function decodeMarks(detail: unknown, each: (index: number, marks: number) => void): void {
  if (typeof detail !== "string") return;
  let index: number | undefined;
  let number = 0;
  for (let at = 0; at < detail.length; at++) {
    const code = detail.charCodeAt(at);
    if (code !== SPACE) number = number * 10 + (code - ZERO);
    else {
      if (index === undefined) index = number;
      else {
        each(index, number);
        index = undefined;
      }
      number = 0;
    }
  }
}

const SPACE = 32;
const ZERO = 48;
