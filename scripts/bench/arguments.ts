// Checks the benchmarks' arguments, with an error that says what they may be.
import { SetupError } from "../bootstrap/words.mjs";

/** Returns the named ones in the order of `all`, whatever the order they were named in. */
export function chosen<T extends string>(
  flag: string,
  all: readonly T[],
  text: string | undefined,
): readonly T[] {
  if (text === undefined) return all;
  const named = text.split(",").map((name) => name.trim());
  const known: readonly string[] = all;
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new SetupError(`${flag} names "${unknown}", expected some of ${all.join(", ")}`);
  }
  return all.filter((name) => named.includes(name));
}

export function count(flag: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    throw new SetupError(`${flag} is ${text}, expected a whole number from ${least}`);
  }
  return value;
}
