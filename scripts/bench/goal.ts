// Compares a goal of a benchmark with what a run measured; there is none if one of its figures was not measured.

export interface Goal {
  readonly name: string;
  /** The goal's words, such as `≤ 50 ms`. */
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

type Figure = number | undefined;

export function atMost(name: string, value: Figure, limit: number, unit: string): Goal | undefined {
  if (value === undefined) return undefined;
  const measured = `${value.toFixed(1)} ${unit}`;
  return { name, goal: `≤ ${limit} ${unit}`, measured, met: value <= limit };
}

export function atLeast(
  name: string,
  value: Figure,
  least: number,
  written: (value: number) => string = String,
): Goal | undefined {
  if (value === undefined) return undefined;
  return { name, goal: `≥ ${written(least)}`, measured: written(value), met: value >= least };
}

/** Says how the goal of a share and both figures are written. */
export interface ShareWords {
  readonly goal: (limit: number) => string;
  readonly measured: (ours: number, theirs: number) => string;
}

export function share(
  name: string,
  ours: Figure,
  theirs: Figure,
  limit: number,
  words: ShareWords,
): Goal | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  return {
    name,
    goal: words.goal(limit),
    measured: words.measured(ours, theirs),
    met: ours <= limit * theirs,
  };
}

export function faster(
  name: string,
  ours: Figure,
  theirs: Figure,
  times: number,
): Goal | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  const measured = `${ours.toFixed(1)} ms beside ${theirs.toFixed(1)} ms, ${(theirs / ours).toFixed(1)} × faster`;
  return { name, goal: `≥ ${times} × faster`, measured, met: theirs >= times * ours };
}
