// Finds the one place in a page at which given words stand, in whatever frame that is.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FrameNode } from "./frame-node.ts";
import type { FrameCallOptions } from "./patient-calls.ts";
import type { FrameTrees } from "./frame-trees.ts";

type Wanted = Pick<ActionOf<"select_text">, "text" | "occurrence">;
type Place = NonNullable<Result<"frame.find-text">["found"]>;

/** The frames of a page are looked for in a reading that leaves nothing out. */
const WHOLE_PAGE = 1_000_000;

/** @throws WebservError `no-such-text` or `ambiguous` */
export async function foundText(
  trees: FrameTrees,
  tabId: number,
  { text, occurrence }: Wanted,
  call: FrameCallOptions,
): Promise<Place> {
  await trees.read(tabId, { aside: true, maxTokens: WHOLE_PAGE }, call);
  const ask = (
    node: FrameNode | null,
    which: Pick<ParamsInput<"frame.find-text">, "occurrence">,
  ): Promise<Result<"frame.find-text">> => {
    const prefix = node === null ? "" : node.id + FRAME_SEPARATOR;
    return trees.ask(tabId, node, "frame.find-text", { text, prefix, ...which }, call);
  };
  let count = 0;
  let first: Place | undefined;
  for (const node of [null, ...trees.framesOf(tabId)]) {
    const within = Math.max(1, (occurrence ?? 1) - count);
    // A frame that can't be read shows no words either.
    const answer = await ask(node, { occurrence: within }).catch(() => ({
      count: 0,
      found: undefined,
    }));
    call.signal.throwIfAborted();
    first ??= answer.found;
    count += answer.count;
    if (occurrence !== undefined && first !== undefined) return first;
  }
  if (first !== undefined && count === 1) return first;
  throw notOne({ text, occurrence }, count);
}

function notOne({ text, occurrence }: Wanted, count: number): WebservError {
  const words = JSON.stringify(text);
  if (count === 0) return new WebservError("no-such-text", `the page does not show ${words}`);
  if (occurrence !== undefined) {
    return new WebservError(
      "no-such-text",
      `the page shows ${words} ${count} times, and not ${occurrence} times`,
      { details: { count } },
    );
  }
  return new WebservError("ambiguous", `${words} stand ${count} times on the page`, {
    next: `Say which: occurrence from 1 to ${count}, or give more of the words around them.`,
    details: { wanted: text, count },
  });
}
