// Finds things in an observation for tests, by the words a reader would look for.
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";

/** Returns the id that ends with `name`, wherever on the page it stands. */
export function idOf(observation: Observation | null, name: string): string {
  const ids = [
    ...(observation?.clickable ?? []),
    ...(observation?.hoverable ?? []),
    ...(observation?.inputs ?? []).map(({ id }) => id),
    ...(observation?.selects ?? []).map(({ id }) => id),
  ];
  const found = ids.find((id) => id === name || id.endsWith(`.${name}`));
  if (found === undefined) throw new Error(`no id ends with ${name}: ${ids.join(", ")}`);
  return found;
}

/** Returns the page's text after a step; it is empty if it was not read. */
export function htmlOf(outcome: StepOutcome): string {
  return outcome.observation?.html ?? "";
}
