// Reads one frame: what a person sees of it and can do there, as the paper's section 3.2.1 has it.
import type { ObserveOptions, Omission } from "@webserv/shared/model/page/observation.ts";
import { MAX_HTML } from "@webserv/shared/model/page/observation.ts";
import { MAX_TITLE, pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { Costs } from "./tree/cost.ts";
import { expanded } from "./budget/expansion.ts";
import { explanationsOf } from "./interactivity/explained.ts";
import type { Shown } from "./page-writer.ts";
import { fitted } from "./fitting.ts";
import type { SeenFrame } from "./frame-places.ts";
import { framePlaces, listLengths } from "./frame-places.ts";
import { isFrame } from "../dom/element-kinds.ts";
import type { ReadingSources } from "./frame-reader.ts";
import { FrameReader } from "./frame-reader.ts";
import { controlsIn } from "./tree/left-out.ts";
import { markInert, isBehindModal } from "./interactivity/modal-layer.ts";
import { yieldThread } from "../dom/next-frame.ts";
import { PageWatch } from "./walk/page-watch.ts";
import type { ElementPart } from "./tree/parts.ts";
import { partLines } from "./tree/parts.ts";
import type { ReadingCache } from "../dom/reading-cache.ts";
import { withReadingCache } from "../dom/reading-cache.ts";
import type { OptionEntry } from "./state/select-state.ts";
import { countUnlisted, selectState } from "./state/select-state.ts";
import { inputState, MAX_VALUE } from "./state/input-state.ts";
import type { ReadingOutcome, ReadingSteps } from "./walk/time-slices.ts";
import { readInTimeSlices } from "./walk/time-slices.ts";
import type { Walk } from "./tree/walk-result.ts";

/**
 * Reads the frame for an observation. Nothing is written to the page. A large one is read in time
 * slices; the result is the page as of one moment, or says that it is not.
 *
 * @throws WebservError `unknown-id` or `stale-id` for what is to be expanded
 */
export async function readFrame(
  sources: ReadingSources,
  { prefix, ...options }: Params<"frame.observe">,
  signal?: AbortSignal,
): Promise<Reading> {
  sources.ids.prefix = prefix;
  sources.more.prefix = prefix;
  if (options.expand !== undefined) await recall(sources, [options.expand], signal);
  const { value, steady } = await walked(
    sources,
    options,
    (seen, reader) => made({ ...sources, costs: reader.costs }, seen, reader, options),
    signal,
  );
  return steady ? value : { ...value, omitted: [...value.omitted, UNSTEADY] };
}

const UNSTEADY: Omission = {
  what: "page",
  where: "",
  why: "the page kept changing while it was read: not all of this stood there at one moment; observe it again if that matters",
};

/** Returns all that a person can read in this frame, in reading order, a line for each block. */
export async function readText(sources: ReadingSources, signal: AbortSignal): Promise<string> {
  const { value } = await walked(
    sources,
    // Nothing is left unread: a wait for a text must find it wherever it stands.
    { maxTokens: Infinity },
    function* ({ parts }): ReadingSteps<string> {
      const lines: string[] = [];
      for (const part of parts) {
        lines.push(partLines(part, Infinity, { spoken: false, generated: true, visits: Infinity }));
        yield "before-ids";
      }
      return lines.join("\n");
    },
    signal,
  );
  return value;
}

/**
 * Looks in the whole document for the things that these ids were told of, if nothing has them yet.
 * They may have been told of the same page before it was loaded anew, of parts that have not been
 * shown since.
 */
export async function recall(
  sources: ReadingSources,
  wanted: readonly (string | undefined)[],
  signal?: AbortSignal,
): Promise<void> {
  const { ids, more, shadowRootOf } = sources;
  const unknown = wanted.filter(
    (id): id is string => id !== undefined && !more.isMore(id) && ids.find(id).state === "unknown",
  );
  if (unknown.length === 0) return;
  await walked(
    sources,
    // Nothing is left unread.
    { maxTokens: Infinity },
    function* (walk): ReadingSteps<void> {
      ids.recall(unknown, walk, shadowRootOf);
      yield "after-ids";
    },
    signal,
  );
}

/** Returns the dialog that is open over the frame's page and keeps the rest from being used, if there is one. */
export async function openModal(
  sources: ReadingSources,
  signal: AbortSignal,
): Promise<Element | undefined> {
  const { value } = await walked(
    sources,
    {},
    function* ({ modal }): ReadingSteps<Element | undefined> {
      yield "before-ids";
      return modal?.element;
    },
    signal,
  );
  return value;
}

/** Walks through the frame, and has `then` make something of what was found. */
export function walked<T>(
  sources: ReadingSources,
  options: ObserveOptions,
  then: (walk: Walk, reader: FrameReader) => ReadingSteps<T>,
  signal?: AbortSignal,
): Promise<ReadingOutcome<T>> {
  let notes: ReadingCache = new Map();
  return readInTimeSlices(
    {
      begin(isPatient) {
        notes = new Map();
        return new FrameReader(sources, options, isPatient);
      },
      during: (read) => withReadingCache(read, notes),
      watch: (reader) => new PageWatch(document, reader),
      async pause() {
        await yieldThread();
        signal?.throwIfAborted();
      },
      now: () => performance.now(),
    },
    then,
  );
}

function* made(
  sources: ReadingSources & { readonly costs: Costs },
  seen: Walk,
  { rejections, unseen }: Pick<FrameReader, "rejections" | "unseen">,
  { held = false, ...options }: Omit<Params<"frame.observe">, "prefix">,
): ReadingSteps<Reading> {
  if (held) markInert(seen.parts, undefined);
  yield "before-ids";
  const wanted = expanded(sources, seen.parts, options.expand);
  const shown = yield* fitted(sources, seen, wanted, options);
  const reading: Reading = {
    url: location.href,
    title: pageWords(document.title, MAX_TITLE),
    html: shown.written.html,
    tokens: shown.tokens,
    clickable: [],
    hoverable: [],
    inputs: [],
    selects: [],
    expandable: shown.elisions.map(({ id = "" }) => id),
    omitted: [...omissions(seen), ...leftOut(shown)],
    reading: shown.reading,
    again: shown.again,
    frames: [],
    budget: shown.budget,
  };
  if (options.explain === true) reading.explained = explanationsOf(shown.interactive, rejections);
  if (unseen !== undefined) reading.unseen = unseen.report();
  const byElement = new Map(shown.interactive.map((part) => [part.element, part]));
  const frames: SeenFrame[] = [];
  for (const part of shown.interactive) {
    if (isFrame(part.element)) {
      frames.push({ part, id: part.id ?? "", before: listLengths(reading) });
    }
    if (options.cues !== "off") tellCues(part, reading);
    tellState(part, shown.options.get(part), (element) => byElement.get(element), reading);
  }
  reading.frames = framePlaces(
    frames,
    shown.written.frames,
    (frame) => held || isBehindModal(frame, seen.modal),
  );
  sources.ids.frames = frames.map(({ part }) => new WeakRef(part.element));
  return reading;
}

type Reading = Result<"frame.observe">;

function tellCues({ interaction, id = "" }: ElementPart, reading: Reading): void {
  if (interaction?.clickable === true) reading.clickable.push(id);
  if (interaction?.hoverable === true) reading.hoverable.push(id);
}

function tellState(
  part: ElementPart,
  entries: readonly OptionEntry[] | undefined,
  partOf: (element: Element) => ElementPart | undefined,
  reading: Reading,
): void {
  const id = part.id ?? "";
  if (part.element instanceof HTMLSelectElement) {
    reading.selects.push(selectState(part.element, id, entries ?? []));
    noteLeftOut(reading.omitted, part.element, id, entries?.length ?? 0);
    return;
  }
  const state = inputState(part, id, partOf);
  if (state === undefined) return;
  reading.inputs.push(state);
  if (state.value.length >= MAX_VALUE) reading.omitted.push(cutValue(id));
}

function leftOut({ written, elisions, tokens }: Shown): Omission[] {
  const omitted: Omission[] = [];
  if (elisions.length > 0) {
    const controls = elisions.reduce((sum, { parts }) => sum + controlsIn(parts), 0);
    omitted.push({
      what: "budget",
      where: "",
      why: `the page is longer than its budget: about ${tokens} tokens are shown, ${controls} controls are left out; expand what the marks name`,
    });
  }
  if (written.cut) {
    omitted.push({
      what: "page",
      where: "",
      why: `the page is longer than ${MAX_HTML} characters; its end is left out`,
    });
  }
  return omitted;
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
  const left = countUnlisted(select, told);
  if (left <= 0) return;
  omitted.push({
    what: "options",
    where: id,
    why: `${left} more options; they can be selected by their text or value`,
  });
}
