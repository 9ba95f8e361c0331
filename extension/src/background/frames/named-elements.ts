// Finds the one element of a page that a person would call by given words, in whatever frame it is.
import type { ElementWords } from "@webserv/shared/model/actions/action-spec.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FrameNode } from "./frame-node.ts";
import { pathTo } from "./frame-node.ts";
import type { FrameCallOptions } from "./patient-calls.ts";
import type { FrameTrees } from "./frame-trees.ts";

type Answer = Result<"frame.find-named">;
export type NamedElement = Answer["matches"][number];

/** The frames of a page are looked for in a reading that leaves nothing out. */
const WHOLE_PAGE = 1_000_000;
const MAX_LISTED = 10;
const MAX_NEAREST = 5;

export interface NamedElements {
  /** All that fit best and equally well. */
  readonly matches: readonly NamedElement[];
  readonly nearest: readonly NamedElement[];
  readonly missed: Answer["missed"];
}

export async function findNamed(
  trees: FrameTrees,
  tabId: number,
  words: ElementWords,
  call: FrameCallOptions,
): Promise<NamedElements> {
  const ask = (node: FrameNode | null, params: ParamsInput<"frame.find-named">): Promise<Answer> =>
    trees.ask(tabId, node, "frame.find-named", { ...params, prefix: prefixOf(node) }, call);
  const main = await ask(null, words);
  const answers = [main];
  if (main.inner > 0) {
    await trees.read(tabId, { aside: true, maxTokens: WHOLE_PAGE }, call);
    const nodes = trees.framesOf(tabId);
    const around = await framesIn([null, ...nodes], words, ask);
    const { in: _place, ...anywhere } = words;
    const inner = nodes.map((node) => {
      const isAround = pathTo(node).some(({ id }) => around.has(id));
      return ask(node, isAround ? anywhere : words);
    });
    for (const answer of await Promise.allSettled(inner)) {
      if (answer.status === "fulfilled") answers.push(answer.value);
    }
    call.signal.throwIfAborted();
  }
  const missed = answers.find((answer) => answer.missed !== undefined)?.missed;
  return {
    matches: best(answers.flatMap(({ matches }) => matches)),
    nearest: answers
      .filter((answer) => missed === undefined || answer.missed !== undefined)
      .flatMap(({ nearest }) => nearest)
      .toSorted((a, b) => a.distance - b.distance),
    missed,
  };
}

/** Returns the ids of the frames that are called, or stand in, what the words say the element stands in. */
async function framesIn(
  nodes: readonly (FrameNode | null)[],
  words: ElementWords,
  ask: (node: FrameNode | null, params: ParamsInput<"frame.find-named">) => Promise<Answer>,
): Promise<ReadonlySet<string>> {
  if (words.in === undefined) return new Set();
  const answers = await Promise.allSettled(
    nodes.map((node) => ask(node, { ...words, frames: true })),
  );
  return new Set(
    answers.flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value.matches.map(({ id }) => id) : [],
    ),
  );
}

/** Keeps what can be used, if anything can, and of that what resembles the words most. */
function best(matches: readonly NamedElement[]): NamedElement[] {
  const usable = matches.filter((match) => match.usable);
  const among = usable.length === 0 ? matches : usable;
  const least = Math.min(...among.map(({ distance }) => distance));
  return among.filter(({ distance }) => distance === least);
}

function prefixOf(node: FrameNode | null): string {
  return node === null ? "" : node.id + FRAME_SEPARATOR;
}

/** Makes the error for words that name several elements. */
export function severalNamed(
  { name, in: place, role }: ElementWords,
  matches: readonly NamedElement[],
): WebservError {
  const listed = matches.slice(0, MAX_LISTED).map(({ id, words }) => `"${id}" (${words})`);
  const more = matches.length - listed.length;
  const ways = [
    ...(place === undefined ? ["what it stands in (in)"] : []),
    ...(role === undefined ? ["its role"] : []),
  ];
  return new WebservError(
    "ambiguous",
    `${matches.length} elements are called ${called(name, place)}: ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    {
      next: `Use one of these ids${ways.length === 0 ? "" : `, or add ${ways.join(" or ")}`}.`,
      details: { name, candidates: matches.slice(0, MAX_LISTED).map(({ id }) => id) },
    },
  );
}

/** Makes the error for words that name nothing. */
export function nothingNamed(
  { name, in: place, role }: ElementWords,
  { nearest, missed }: Pick<NamedElements, "nearest" | "missed">,
): WebservError {
  const near = nearest.slice(0, MAX_NEAREST);
  const listed = near.map(({ id, words }) => `"${id}" (${words})`).join(", ");
  const nowhere = `nothing is called ${called(name, place)}`;
  const message =
    missed === undefined
      ? `${nowhere}${listed === "" ? "" : `; nearest: ${listed}`}`
      : missed === "role"
        ? `nothing that is called ${called(name, place)} is a ${JSON.stringify(role)}: ${listed}`
        : `${nowhere}; elsewhere: ${listed}`;
  return new WebservError("unknown-name", message, {
    ...(listed === "" ? { next: "Observe, and use a name or an id from there." } : {}),
    details: { name, nearest: near.map(({ id }) => id) },
  });
}

function called(name: string, place: string | undefined): string {
  return JSON.stringify(name) + (place === undefined ? "" : ` in ${JSON.stringify(place)}`);
}
