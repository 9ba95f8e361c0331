// Compares what an application holds with what its task asks for.

/** Throws if they differ, with both. */
export function expectSame(
  what: string,
  found: string | boolean | number | undefined,
  wanted: string | boolean | number,
): void {
  if (found !== wanted) throw new Error(`${what} is ${String(found)}, expected ${wanted}`);
}
