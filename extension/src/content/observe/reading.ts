// Reads one frame: what a person sees of it and can do there, as the paper's section 3.2.1 has it.
import type { ObservationForm, Omission } from "@webserv/shared/model/observation.ts";
import { MAX_HTML } from "@webserv/shared/model/observation.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import type { PageNotes } from "../page-notes.ts";
import type { FrameIds } from "./frame-ids.ts";
import type { SeenFrame } from "./frame-places.ts";
import { framePlaces, isFrame, listLengths } from "./frame-places.ts";
import type { ElementPart, Part } from "./parts.ts";
import { placed } from "./scopes.ts";
import type { OptionEntry } from "./states.ts";
import { inputState, MAX_VALUE, selectState, toldOptions } from "./states.ts";
import type { Walk } from "./walk.ts";
import { walk } from "./walk.ts";
import { write } from "./writer.ts";

/** As long as the browser itself shows a title. */
const MAX_TITLE = 4096;

export interface ReadingSources {
  readonly notes: PageNotes;
  readonly ids: FrameIds;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/**
 * Nothing is written to the page, and nothing read from it twice.
 * @param prefix stands before every id that is told, now and until the next reading
 */
export function readFrame(
  sources: ReadingSources,
  form: ObservationForm,
  prefix: string,
): Result<"frame.observe"> {
  sources.notes.scan();
  const seen = walk({
    document,
    findings: sources.notes,
    shadowRootOf: sources.shadowRootOf,
  });
  sources.ids.prefix = prefix;
  const interactive = sources.ids.give(placed(seen));
  const reading: Result<"frame.observe"> = {
    url: location.href,
    title: document.title.slice(0, MAX_TITLE).toWellFormed(),
    html: "",
    clickable: [],
    hoverable: [],
    inputs: [],
    selects: [],
    omitted: omissions(seen),
    frames: [],
  };
  const frames: SeenFrame[] = [];
  const options = new Map<Part, OptionEntry[]>();
  for (const part of interactive) {
    const id = part.id ?? "";
    if (isFrame(part.element)) frames.push({ part, id, before: listLengths(reading) });
    if (part.interaction?.clickable === true) reading.clickable.push(id);
    if (part.interaction?.hoverable === true) reading.hoverable.push(id);
    if (part.element instanceof HTMLSelectElement) {
      const entries = sources.ids.giveOptions(id, toldOptions(part.element));
      options.set(part, entries);
      reading.selects.push(selectState(part.element, id, entries));
      noteLeftOut(reading.omitted, part.element, id, entries.length);
      continue;
    }
    const state = part.interaction?.field === undefined ? undefined : inputState(part, id);
    if (state === undefined) continue;
    reading.inputs.push(state);
    if (state.value.length >= MAX_VALUE) reading.omitted.push(cutValue(id));
  }
  const written = write(seen.parts, form, (part: ElementPart) => options.get(part) ?? [], MAX_HTML);
  reading.html = written.html;
  reading.frames = framePlaces(frames, written.frames);
  sources.ids.frames = frames.map(({ part }) => new WeakRef(part.element));
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
