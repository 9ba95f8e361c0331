// Defines a task: its aim, a script of how a person would do it, and how its result is verified.
import type { ScriptedAgent } from "./agent.ts";
import type { OwnPlace, SiteName } from "./places.ts";

export interface Task {
  readonly name: string;
  readonly site: SiteName;
  readonly intent: string;
  /** Resolves with the task's answer; it is empty if none is asked for. */
  carryOut(agent: ScriptedAgent, url: string): Promise<string>;
  /** Verifies the result without the page. Throws if the task is not done. */
  verify(place: OwnPlace, answer: string): Promise<void>;
}
