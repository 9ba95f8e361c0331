// Finds what a person would call by given words, in the whole of a frame: also what no observation has shown.
import {
  MAX_NAMED,
  MAX_NAMED_WORDS,
  MAX_NEAREST,
} from "@webserv/shared/model/page/named-limits.ts";
import { editDistance } from "@webserv/shared/model/page/nearest-ids.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { pageWords } from "@webserv/shared/model/text/page-words.ts";

import { ancestors, composedParent } from "../../dom/composed-tree.ts";
import { isFrame } from "../../dom/element-kinds.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { shownText } from "../../observe/secrecy/shown-text.ts";
import type { ReadingSources } from "../../observe/frame-reader.ts";
import { walked } from "../../observe/reading.ts";
import { scopedParts } from "../../observe/scope/scoped-parts.ts";
import type { ScopedPart } from "../../observe/scope/scoped-parts.ts";
import type { ElementPart } from "../../observe/tree/parts.ts";
import type { ReadingSteps } from "../../observe/walk/time-slices.ts";
import { hasRole, likenessTo, mainName, plainWords, roleWord, WORST_LIKENESS } from "./called.ts";
import { standingIn } from "./stands-in.ts";

type Wanted = Omit<Params<"frame.find-named">, "prefix">;
type Answer = Result<"frame.find-named">;
type RootOf = ReadingSources["shadowRootOf"];

/** A name that takes more changes than this share of its length is another name. */
const NEAR_SHARE = 0.6;

/** Finds what fits the words best; if nothing does, what comes nearest. All of it has ids afterwards. */
export async function findNamed(
  sources: ReadingSources,
  { prefix, ...wanted }: Params<"frame.find-named">,
  signal: AbortSignal,
): Promise<Answer> {
  const { ids, more, shadowRootOf } = sources;
  ids.prefix = prefix;
  more.prefix = prefix;
  const { value } = await walked(
    sources,
    // Nothing is left unread.
    { maxTokens: Infinity },
    function* (walk): ReadingSteps<Answer> {
      yield "before-ids";
      const all = scopedParts(walk);
      const found =
        wanted.frames === true
          ? yield* framesFor(all, wanted, shadowRootOf)
          : yield* search(all, wanted, shadowRootOf);
      const told = [...found.matches, ...found.nearest];
      if (told.length > 0) {
        ids.give(
          told.map(({ scoped }) => scoped.part),
          walk,
          shadowRootOf,
        );
      }
      yield "after-ids";
      return {
        matches: written(found.matches),
        nearest: written(found.nearest),
        inner: all.filter(({ part }) => isFrame(part.element)).length,
        ...(found.missed === undefined ? {} : { missed: found.missed }),
      };
    },
    signal,
  );
  return value;
}

interface Candidate {
  readonly scoped: ScopedPart;
  readonly distance: number;
}

interface Found {
  readonly matches: readonly Candidate[];
  readonly nearest: readonly Candidate[];
  readonly missed?: Answer["missed"];
}

function* search(
  all: readonly ScopedPart[],
  { name, role, in: place }: Wanted,
  shadowRootOf: RootOf,
): ReadingSteps<Found> {
  const rated: Candidate[] = [];
  for (const scoped of all) {
    yield "before-ids";
    const distance = likenessTo(scoped.part, name);
    if (distance === undefined) continue;
    // An element that only scrolls is meant if nothing else is called so.
    const isScrolled = scoped.part.interaction === undefined;
    rated.push({ scoped, distance: isScrolled ? distance + WORST_LIKENESS : distance });
  }
  const called = withoutAround(rated);
  if (called.length === 0) return { matches: [], nearest: yield* nearestTo(name, all) };
  const ofRole =
    role === undefined
      ? called
      : withoutAround(rated.filter(({ scoped }) => hasRole(scoped.part, role)));
  if (ofRole.length === 0) return missing("role", called);
  const there = place === undefined ? ofRole : yield* standingIn(place, ofRole, shadowRootOf);
  if (there.length === 0) return missing("in", ofRole);
  const usable = there.filter(({ scoped }) => isUsable(scoped.part));
  const meant = usable.length > 0 ? usable : there;
  const least = Math.min(...meant.map(({ distance }) => distance));
  const matches = meant.filter(({ distance }) => distance === least);
  return { matches: matches.slice(0, MAX_NAMED), nearest: [] };
}

function missing(missed: "in" | "role", called: readonly Candidate[]): Found {
  return { matches: [], nearest: called.slice(0, MAX_NEAREST), missed };
}

/** Finds the frames that are called what something is to stand in, or that stand in that themselves. */
function* framesFor(
  all: readonly ScopedPart[],
  { in: place = "" }: Wanted,
  shadowRootOf: RootOf,
): ReadingSteps<Found> {
  const frames = all
    .filter(({ part }) => isFrame(part.element))
    .map((scoped) => ({ scoped, distance: 0 }));
  const called = frames.filter(({ scoped }) => likenessTo(scoped.part, place) !== undefined);
  const around = yield* standingIn(place, frames, shadowRootOf);
  return { matches: [...new Set([...called, ...around])].slice(0, MAX_NAMED), nearest: [] };
}

/** Leaves out what stands around another one that is called the same: a person points at the one inside. */
function withoutAround(called: readonly Candidate[]): Candidate[] {
  const parts = new Set(called.map(({ scoped }) => scoped.part));
  // Each part is looked into once, whatever stands around it.
  const known = new Map<ElementPart, boolean>();
  const holdsOther = (part: ElementPart): boolean => {
    const holds =
      known.get(part) ??
      part.children.some(
        (child) => child.kind === "element" && (parts.has(child) || holdsOther(child)),
      );
    known.set(part, holds);
    return holds;
  };
  return called.filter(({ scoped }) => !holdsOther(scoped.part));
}

function* nearestTo(name: string, all: readonly ScopedPart[]): ReadingSteps<Candidate[]> {
  const wanted = plainWords(name);
  const beginning = wanted.slice(0, MAX_COMPARED);
  const most = Math.max(3, Math.ceil(beginning.length * NEAR_SHARE));
  const rated: Candidate[] = [];
  for (const scoped of all) {
    yield "before-ids";
    const own = plainWords(mainName(scoped.part));
    // A list under a heading has no name of its own, and may be meant by that heading.
    if (plainWords(scoped.scopes[0] ?? "") === wanted) {
      rated.push({ scoped, distance: 2 });
      continue;
    }
    if (own === "") continue;
    const isPart = ` ${own} `.includes(` ${wanted} `) || ` ${wanted} `.includes(` ${own} `);
    const distance = isPart ? 1 : editDistance(beginning, own.slice(0, MAX_COMPARED));
    if (isPart || distance <= most) rated.push({ scoped, distance });
  }
  return rated.sort((a, b) => a.distance - b.distance).slice(0, MAX_NEAREST);
}

/** Longer names are compared by their beginnings, in UTF-16 units. */
const MAX_COMPARED = 100;

function written(candidates: readonly Candidate[]): Answer["matches"] {
  const places = candidates.map(({ scoped }) => scoped.scopes[0] ?? "");
  return candidates.map(({ scoped, distance }, at) => {
    const { part } = scoped;
    const others = candidates.filter((_, other) => other !== at);
    // A place that several stand in does not tell them apart.
    const isShared = places.indexOf(places[at] ?? "") !== places.lastIndexOf(places[at] ?? "");
    const beside = isShared ? wordsBeside(part, others) : "";
    const where = beside === "" ? ["in", places[at] ?? ""] : ["beside", beside];
    const name = JSON.stringify(pageWords(mainName(part), 80));
    const told =
      where[1] === "" ? "" : ` ${where[0]} ${JSON.stringify(pageWords(where[1] ?? "", 60))}`;
    return {
      id: part.id ?? "",
      words: pageWords(`${pageWords(roleWord(part), MAX_ROLE)} ${name}${told}`, MAX_NAMED_WORDS),
      distance,
      usable: isUsable(part),
    };
  });
}

/** Roles are words; a longer string, in UTF-16 units, is none. */
const MAX_ROLE = 60;

/** Returns the first text beside a part in the largest element around it that holds none of the others. */
function wordsBeside({ element }: ElementPart, others: readonly Candidate[]): string {
  const around = new Set(others.flatMap(({ scoped }) => [...ancestors(scoped.part.element)]));
  let own = element;
  for (let at = composedParent(own); at !== null && !around.has(at); at = composedParent(at))
    own = at;
  const texts = document.createTreeWalker(own, NodeFilter.SHOW_TEXT);
  for (let seen = 0; seen < MAX_TEXTS && texts.nextNode() !== null; seen++) {
    const { nodeValue, parentElement } = texts.currentNode;
    const isOwn = parentElement === null || isComposedDescendant(parentElement, element);
    const words = isOwn ? "" : shownText(nodeValue ?? "", parentElement).trim();
    if (/[\p{L}\p{N}]/u.test(words)) return words;
  }
  return "";
}

/** The texts among which the first with words is looked for. */
const MAX_TEXTS = 30;

/** Tells whether nothing that is open, such as a dialog, keeps a part from being used. A disabled one may be enabled. */
function isUsable({ interaction, element }: ElementPart): boolean {
  if (interaction === undefined || isFrame(element)) return true;
  const { clickable, hoverable, draggable, not } = interaction;
  return clickable || hoverable || draggable || (not !== undefined && not !== "inert");
}
