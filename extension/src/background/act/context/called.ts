// Writes what an action is about for the person who watches.
import type { ElementName } from "@webserv/shared/model/actions/action-spec.ts";

/** Returns an id as it is, and words with what they stand in. */
export function called(element: ElementName): string {
  if (typeof element === "string") return element;
  const name = JSON.stringify(element.name);
  return element.in === undefined ? name : `${name} in ${JSON.stringify(element.in)}`;
}
