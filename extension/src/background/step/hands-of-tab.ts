// Makes the hands by which one step acts in a tab.
import type { GivenFiles } from "@webserv/shared/model/page/given-files.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import type { FrameTrees } from "../frames/frame-trees.ts";
import { GestureGuards } from "../frames/gesture-guards.ts";
import type { Debuggers } from "../input/debuggers.ts";
import type { Guard, GuardTarget } from "../input/guard.ts";
import type { Hands } from "../input/hands.ts";
import { SyntheticHands } from "../input/synthetic-hands.ts";
import { TrustedHands } from "../input/trusted-hands.ts";
import type { ActedPage } from "./acted-page.ts";

export interface HandsOptions {
  readonly page: ActedPage;
  readonly sessionId: string;
  readonly signal: AbortSignal;
  readonly trees: FrameTrees;
  readonly debuggers: Debuggers;
  /** Asks the daemon for the contents of files. */
  readonly contentsOf: (sessionId: string, files: readonly string[]) => Promise<GivenFiles>;
  /** True if the system's select menus and shortcuts are those of macOS. */
  readonly mac: boolean;
}

export function trustedHands(
  tabId: number,
  { debuggers, mac, trees, page, signal }: HandsOptions,
): Hands {
  return new TrustedHands({
    debuggers,
    tabId,
    keyboard: { mac },
    signal,
    leftMs: () => page.leftMs(),
    heard: () => page.heard(),
    async guard(target: GuardTarget): Promise<Guard> {
      const node = await page.routes().frameOf(target.id, page.timed());
      return new GestureGuards(trees, tabId, target, node);
    },
    isInForeignFrame: () => page.isInForeignFrame(),
  });
}

export function syntheticHands({ page, sessionId, contentsOf, signal }: HandsOptions): Hands {
  return new SyntheticHands({
    sender: page,
    contentsOf: (files) => unlessAborted(contentsOf(sessionId, files), signal),
  });
}
