// Has a frame act by synthetic events, and takes what it told before if its document is gone before it can answer.
import type { PageAction } from "@webserv/shared/model/action.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FrameCallOptions, FramePeers } from "../frames/frame-peers.ts";
import type { FrameRoutes } from "../frames/frame-routes.ts";
import { elementOf } from "./action-element.ts";

type Synthesized = Result<"frame.synthesize">;

export interface SyntheticCall {
  readonly routes: FrameRoutes;
  readonly frames: Pick<FramePeers, "takeEarly">;
  readonly tabId: number;
  readonly timed: FrameCallOptions;
  /** Asks, and once more if the element was replaced meanwhile: for what changes nothing by itself. */
  readonly rebinding: <T>(ask: () => Promise<T>) => Promise<T>;
  /** Hears what the frame says of the element before anything is done to it. */
  readonly onReveal: (answer: Result<"frame.reveal">) => void;
}

/** Keys without an element are for whatever frame has the focus, as real ones are. */
export async function callSynthetic(action: PageAction, call: SyntheticCall): Promise<Synthesized> {
  const { routes, timed, rebinding } = call;
  const id = elementOf(action);
  if (id === undefined) {
    const focused = await routes.focusedFrame(timed);
    return await answered(call, () =>
      routes.callIn(focused, "frame.synthesize", { action }, timed),
    );
  }
  const ask = (): Promise<Synthesized> => routes.call(id, "frame.synthesize", { action }, timed);
  await routes.reveal(id, timed);
  // It finds what it scrolls before it does anything, and that must not be scrolled by this.
  if (action.type === "scroll") return await answered(call, () => rebinding(ask));
  call.onReveal(await rebinding(() => routes.call(id, "frame.reveal", { id }, timed)));
  return await answered(call, ask);
}

async function answered(
  { frames, tabId }: SyntheticCall,
  ask: () => Promise<Synthesized>,
): Promise<Synthesized> {
  // An action that was given up may have told something after that.
  frames.takeEarly(tabId);
  try {
    return await ask();
  } catch (error) {
    const isGone = error instanceof WebservError && error.code === "disconnected";
    const early = isGone ? frames.takeEarly(tabId) : undefined;
    if (early === undefined) throw error;
    return early;
  }
}
