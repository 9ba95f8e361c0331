// Every pattern; the unseen ones live apart, so that nobody who tunes the wait comes to read them.
import type { Pattern } from "../pattern.ts";
import { animations } from "./animations.ts";
import { background } from "./background.ts";
import { messages } from "./messages.ts";
import { navigations } from "./navigation.ts";
import { network } from "./network.ts";
import { observers } from "./observers.ts";
import { timers } from "./timers.ts";
import { unseen } from "./unseen.ts";

export const seen: readonly Pattern[] = [
  ...timers,
  ...network,
  ...messages,
  ...observers,
  ...animations,
  ...navigations,
  ...background,
];

export const patterns: readonly Pattern[] = [...seen, ...unseen];
