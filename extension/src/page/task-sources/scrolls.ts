// Follows the cause through scrolling that takes its time, in the course of which things come into view.
import type { Causes } from "../cause/causes.ts";
import type { Listening } from "../listeners/listening.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";

/** The browser tells of a scroll with the frame after the code that scrolls, in ms. */
const TOLD_MS = 100;
/** No browser takes longer than this for any distance, in ms. */
const LONGEST_MS = 750;

export function followScrolls(listening: Listening, causes: Causes): void {
  const works = new PrivateMap<number>();
  listening.hearAll("document", ["scroll"], (event) => {
    const scroller = causes.isActive ? scrollerOf(event) : undefined;
    if (scroller === undefined) return;
    let work = works.get(scroller) ?? 0;
    if (!causes.isCurrent(work)) {
      work = causes.beginCaused({ kind: "animation", delayMs: LONGEST_MS }, causes.recent(TOLD_MS));
      works.set(scroller, work);
    }
    causes.run(work);
  });
  listening.hearAll("document", ["scrollend"], (event) => {
    const scroller = causes.isActive ? scrollerOf(event) : undefined;
    const work = scroller === undefined ? undefined : works.get(scroller);
    if (scroller === undefined || work === undefined) return;
    works.set(scroller, 0);
    causes.note("end", work);
    causes.run(causes.isCurrent(work) ? work : 0);
  });
}

/** Returns the element, or the document, that scrolls. */
function scrollerOf(event: Event): object | undefined {
  const target: unknown = natives.apply(natives.eventTarget, event, []);
  const isScroller = isInstance(natives.Element, target) || isInstance(natives.Document, target);
  return isScroller ? target : undefined;
}
