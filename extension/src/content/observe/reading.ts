// Reads one frame: what a person sees of it and can do there, as the paper's section 3.2.1 has it.
import type { ObserveOptions, Omission } from "@webserv/shared/model/observation.ts";
import { DEFAULT_MAX_TOKENS, MAX_HTML } from "@webserv/shared/model/observation.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { ElementFinder } from "../act/element-finder.ts";
import type { PageNotes } from "../page-notes.ts";
import type { WriteStyle } from "./attributes.ts";
import { Costs } from "./cost.ts";
import { noteCovers } from "./cover.ts";
import { elide, forget } from "./elide.ts";
import { emphasis } from "./emphasis.ts";
import { expanded } from "./expansion.ts";
import { explained } from "./explained.ts";
import type { FrameIds } from "./frame-ids.ts";
import type { SeenFrame } from "./frame-places.ts";
import { framePlaces, isFrame, listLengths } from "./frame-places.ts";
import { markView } from "./in-view.ts";
import type { Rejection } from "./interaction.ts";
import { rememberingLabels } from "./labels.ts";
import { controlsIn } from "./left-out.ts";
import type { MoreIds } from "./more-ids.ts";
import { writeOutline } from "./outline.ts";
import type { ElementPart, ElisionPart, Part } from "./parts.ts";
import { placed } from "./scopes.ts";
import type { OptionEntry } from "./states.ts";
import { inputState, MAX_VALUE, selectState, toldOptions } from "./states.ts";
import { estimateTokens } from "./token-estimate.ts";
import type { Walk } from "./walk.ts";
import { walk } from "./walk.ts";
import type { Written } from "./writer.ts";
import { write } from "./writer.ts";

/** As long as the browser itself shows a title. */
const MAX_TITLE = 4096;
/** Costs are estimated before they are known: how often a bit less is tried where the result is too long. */
const TRIES = 8;

export interface ReadingSources {
  readonly notes: PageNotes;
  readonly ids: FrameIds;
  readonly more: MoreIds;
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/**
 * Nothing is written to the page, and nothing read from it twice.
 * @throws WebservError `unknown-id` or `stale-id` for what is to be expanded
 */
export function readFrame(sources: ReadingSources, options: Params<"frame.observe">): Reading {
  sources.notes.scan();
  return rememberingLabels(() => read(sources, options));
}

function read(sources: ReadingSources, { prefix, ...options }: Params<"frame.observe">): Reading {
  const rejections: Rejection[] = [];
  const seen = walk({
    document,
    findings: sources.notes,
    shadowRootOf: sources.shadowRootOf,
    layout: options.layout !== "off",
    ...(options.explain === true
      ? { onRejected: (rejection: Rejection) => void rejections.push(rejection) }
      : {}),
  });
  sources.ids.prefix = prefix;
  sources.more.prefix = prefix;
  const wanted = expanded(sources, seen.parts, options.expand);
  const shown = fitted(sources, seen, wanted, options);
  const reading: Reading = {
    url: location.href,
    title: document.title.slice(0, MAX_TITLE).toWellFormed(),
    html: shown.written.html,
    tokens: shown.tokens,
    clickable: [],
    hoverable: [],
    inputs: [],
    selects: [],
    expandable: shown.elisions.map(({ id = "" }) => id),
    omitted: [...omissions(seen), ...leftOut(shown)],
    frames: [],
  };
  if (options.explain === true) reading.explained = explained(shown.interactive, rejections);
  const byElement = new Map(shown.interactive.map((part) => [part.element, part]));
  const frames: SeenFrame[] = [];
  for (const part of shown.interactive) {
    if (isFrame(part.element)) {
      frames.push({ part, id: part.id ?? "", before: listLengths(reading) });
    }
    if (options.cues !== "off") tellCues(part, reading);
    tellState(part, shown.options.get(part), (element) => byElement.get(element), reading);
  }
  reading.frames = framePlaces(frames, shown.written.frames);
  sources.ids.frames = frames.map(({ part }) => new WeakRef(part.element));
  return reading;
}

type Reading = Result<"frame.observe">;

interface Shown {
  readonly written: Written;
  readonly tokens: number;
  readonly interactive: readonly ElementPart[];
  readonly options: ReadonlyMap<Part, OptionEntry[]>;
  readonly elisions: readonly ElisionPart[];
}

/** Writes what keeps to the budget: ids are given to what is shown alone. */
function fitted(
  sources: ReadingSources,
  seen: Walk,
  { view, parts, container, show }: ReturnType<typeof expanded>,
  { form = "html", maxTokens = DEFAULT_MAX_TOKENS, cues, layout }: ObserveOptions,
): Shown {
  const costs = new Costs();
  const weightOf = emphasis(document);
  let allowed = maxTokens;
  for (let attempt = 1; ; attempt++) {
    forget(seen.parts);
    const kept = elide(parts, container, allowed, { costs, weightOf });
    show(kept);
    const interactive = sources.ids.give(placed(seen, view(kept)));
    const elisions = sources.more.give(kept, container, seen.headings);
    const options = new Map<Part, OptionEntry[]>();
    for (const part of interactive) {
      if (!(part.element instanceof HTMLSelectElement)) continue;
      options.set(part, sources.ids.giveOptions(part.id ?? "", toldOptions(part.element)));
    }
    const optionsOf = (part: ElementPart): readonly OptionEntry[] => options.get(part) ?? [];
    if (layout !== "off") {
      noteCovers(interactive, {
        shadowRootOf: sources.shadowRootOf,
        idAround: (element) => sources.finder.idAround(element),
      });
      markView(kept, innerHeight);
    }
    const style: WriteStyle = {
      form,
      cues: cues !== "off",
      layout: layout !== "off",
      endTags: form === "paper" ? "all" : "needed",
    };
    const written =
      form === "outline"
        ? writeOutline(kept, style, optionsOf, MAX_HTML)
        : write(kept, style, optionsOf, MAX_HTML);
    const tokens = estimateTokens(written.html);
    if (tokens <= maxTokens || allowed === 0) {
      return { written, tokens, interactive, options, elisions };
    }
    // At last everything is left out, which is one mark.
    const less = allowed * Math.min(0.9, (maxTokens / tokens) * 0.95);
    allowed = attempt < TRIES ? Math.floor(less) : 0;
  }
}

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
  const left = select.options.length - told;
  if (left <= 0) return;
  omitted.push({
    what: "options",
    where: id,
    why: `${left} more options; they can be selected by their text or value`,
  });
}
