// Recognizes values that are nested deeper than any message of the protocol is.

/** Recursive readers (schemas, `JSON.stringify`) run out of stack some thousands of levels down. */
export const MAX_NESTING = 100;

/** Tells whether lists and objects are nested deeper than `limit`. Descends no deeper than that. */
export function isNestedDeeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner) => isNestedDeeperThan(limit - 1, inner));
}
