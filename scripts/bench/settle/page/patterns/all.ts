// Lists every pattern. The unseen ones are in a file of their own, so that nobody who tunes the wait reads them.
import type { Pattern } from "../pattern.ts";
import { animations } from "./animations.ts";
import { asides } from "./asides.ts";
import { background } from "./background.ts";
import { handovers } from "./handovers.ts";
import { messages } from "./messages.ts";
import { navigations } from "./navigation.ts";
import { network } from "./network.ts";
import { news } from "./news.ts";
import { observers } from "./observers.ts";
import { repeated } from "./repeated.ts";
import { timers } from "./timers.ts";
import { unseen } from "./unseen.ts";
import { waiting } from "./waiting.ts";

export const seen: readonly Pattern[] = [
  ...timers,
  ...network,
  ...messages,
  ...observers,
  ...animations,
  ...navigations,
  ...asides,
  ...repeated,
  ...handovers,
  ...background,
  ...news,
  ...waiting,
];

export const patterns: readonly Pattern[] = [...seen, ...unseen];
