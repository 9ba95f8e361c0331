// Finds what would do something of its own if the mouse were pressed on it: it can't be dragged over words there.
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { walked } from "../../observe/reading.ts";
import type { Interaction, Part } from "../../observe/tree/parts.ts";
import type { ReadingSteps } from "../../observe/walk/time-slices.ts";

/** Returns the elements that take a press, as a reading of the whole frame tells. */
export async function takersOfPresses(
  sources: ReadingSources,
  signal: AbortSignal,
): Promise<ReadonlySet<Element>> {
  const { value } = await walked(
    sources,
    // Nothing is left unread.
    { maxTokens: Infinity },
    function* ({ parts }): ReadingSteps<ReadonlySet<Element>> {
      const found = new Set<Element>();
      const visit = (part: Part): void => {
        if (part.kind !== "element") return;
        if (part.interaction !== undefined && takesPress(part.interaction)) found.add(part.element);
        for (const child of part.children) visit(child);
      };
      for (const part of parts) {
        visit(part);
        yield "before-ids";
      }
      return found;
    },
    signal,
  );
  return value;
}

function takesPress({ field, clickable, draggable, aroundMany, evidence }: Interaction): boolean {
  if (field === "contenteditable" || field === "editor") return false;
  if (draggable && !aroundMany) return true;
  return clickable && evidence.some((word) => word !== "focusable" && !UNPRESSED.test(word));
}

/** Matches evidence of what listens for the pointer or for keys alone. */
const UNPRESSED = /hover|key$/;
