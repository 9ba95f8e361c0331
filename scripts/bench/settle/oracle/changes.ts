// Applies the oracle's rule: the truth is the last change outside of regions that were already changing before the
// action.

/** Holds one frame of the screen in which something changed. */
export interface Change {
  /** The time, in ms since the epoch. */
  readonly at: number;
  /** The regions: `content:PATH` if an element's own text or state changed, `children:PATH` if some came or went. */
  readonly regions: readonly string[];
}

export interface Truth {
  /** The time in ms since the epoch; the action itself if nothing changed. */
  readonly at: number;
  /** The regions that changed last; empty if none did. */
  readonly regions: readonly string[];
}

/** The time of an action, in ms since the epoch. */
export interface ActionTime {
  /** The time before which changes are noise. */
  readonly beganAt: number;
  /** The time when its input had ended, during which pages may change. */
  readonly actedAt: number;
}

/** @param changes in the order they came in */
export function truthOf(changes: readonly Change[], { beganAt, actedAt }: ActionTime): Truth {
  const before = changes.filter(({ at }) => at < beganAt);
  const noise = new Set(before.flatMap(({ regions }) => regions));
  let truth: Truth | undefined;
  for (const { at, regions } of changes) {
    if (at < (truth?.at ?? 0)) continue;
    const news = regions.filter((region) => !isNoise(region, noise));
    if (news.length > 0) truth = { at, regions: news };
  }
  return truth ?? { at: actedAt, regions: [] };
}

/** A list whose entries came and went before is noise with all that lies in it; the whole page never is. */
function isNoise(region: string, noise: ReadonlySet<string>): boolean {
  if (noise.has(region)) return true;
  const path = region.slice(region.indexOf(":") + 1);
  for (let end = path.lastIndexOf(">"); end > 0; end = path.lastIndexOf(">", end - 1)) {
    const above = path.slice(0, end);
    if (isWholePage(above)) return false;
    if (noise.has(`children:${above}`)) return true;
  }
  return false;
}

function isWholePage(path: string): boolean {
  return path.endsWith("body[0]") || path.endsWith("html[0]");
}
