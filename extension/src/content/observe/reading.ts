// Reads one frame: what a person sees of it and can do there, as the paper's section 3.2.1 has it.
import type { FrameReading, ObservationForm, Omission } from "@webserv/shared/model/observation.ts";
import { MAX_HTML } from "@webserv/shared/model/observation.ts";
import type { PageNotes } from "../page-notes.ts";
import { explained } from "./explained.ts";
import type { FrameIds } from "./frame-ids.ts";
import type { Rejection } from "./interaction.ts";
import type { ElementPart, Part } from "./parts.ts";
import { placed } from "./scopes.ts";
import type { OptionEntry } from "./states.ts";
import { inputState, MAX_VALUE, selectState, toldOptions } from "./states.ts";
import type { Walk } from "./walk.ts";
import { walk } from "./walk.ts";
import { write } from "./writer.ts";

/** As long as the browser itself shows a title. */
const MAX_TITLE = 4096;
/** A frame's address can be a whole document of data. */
const MAX_ADDRESS = 300;

export interface ReadingSources {
  readonly notes: PageNotes;
  readonly ids: FrameIds;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** Nothing is written to the page, and nothing read from it twice. */
export function readFrame(
  sources: ReadingSources,
  form: ObservationForm,
  explain = false,
): FrameReading {
  const rejections: Rejection[] = [];
  sources.notes.scan();
  const seen = walk({
    document,
    findings: sources.notes,
    shadowRootOf: sources.shadowRootOf,
    ...(explain ? { onRejected: (rejection: Rejection) => void rejections.push(rejection) } : {}),
  });
  const interactive = sources.ids.give(placed(seen));
  const reading: FrameReading = {
    url: location.href,
    title: document.title.slice(0, MAX_TITLE).toWellFormed(),
    html: "",
    clickable: [],
    hoverable: [],
    inputs: [],
    selects: [],
    omitted: omissions(seen),
  };
  if (explain) reading.explained = explained(interactive, rejections);
  const byElement = new Map(interactive.map((part) => [part.element, part]));
  const options = new Map<Part, OptionEntry[]>();
  for (const part of interactive) {
    const id = part.id ?? "";
    if (part.interaction?.clickable === true) reading.clickable.push(id);
    if (part.interaction?.hoverable === true) reading.hoverable.push(id);
    if (part.element instanceof HTMLSelectElement) {
      const entries = sources.ids.giveOptions(id, toldOptions(part.element));
      options.set(part, entries);
      reading.selects.push(selectState(part.element, id, entries));
      noteLeftOut(reading.omitted, part.element, id, entries.length);
      continue;
    }
    const state = inputState(part, id, (element) => byElement.get(element));
    if (state === undefined) continue;
    reading.inputs.push(state);
    if (state.value.length >= MAX_VALUE) reading.omitted.push(cutValue(id));
  }
  const written = write(seen.parts, form, (part: ElementPart) => options.get(part) ?? [], MAX_HTML);
  reading.html = written.html;
  if (written.cut) {
    reading.omitted.push({
      what: "page",
      where: "",
      why: `the page is longer than ${MAX_HTML} characters; its end is left out`,
    });
  }
  return reading;
}

function omissions(seen: Walk): Omission[] {
  const omitted: Omission[] = [];
  for (const frame of seen.frames) {
    omitted.push({
      what: "frame",
      where: (frame.getAttribute("src") ?? "").slice(0, MAX_ADDRESS).toWellFormed(),
      why: "what stands in frames is not part of this reading",
    });
  }
  if (seen.tooDeep.length > 0) {
    omitted.push({
      what: "text",
      where: "",
      why: `${seen.tooDeep.length} elements are nested too deeply to be read`,
    });
  }
  return omitted;
}

function cutValue(id: string): Omission {
  return {
    what: "text",
    where: id,
    why: `the value is longer than ${MAX_VALUE} characters; its end is left out`,
  };
}

function noteLeftOut(
  omitted: Omission[],
  select: HTMLSelectElement,
  id: string,
  told: number,
): void {
  const left = select.options.length - told;
  if (left <= 0) return;
  omitted.push({
    what: "options",
    where: id,
    why: `${left} more options; they can be selected by their text or value`,
  });
}
