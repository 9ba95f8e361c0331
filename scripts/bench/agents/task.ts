// Says what a task is: what is asked for, a script of how a person would do it, and how it is seen to be done.
import type { ScriptedAgent } from "./agent.ts";
import type { OwnPlace, SiteName } from "./places.ts";

export interface Task {
  readonly name: string;
  readonly site: SiteName;
  readonly intent: string;
  /** Resolves with the task's answer; empty where none is asked for. */
  carryOut(agent: ScriptedAgent, url: string): Promise<string>;
  /** Looks it up behind the page's back. Throws where the task is not done. */
  verify(place: OwnPlace, answer: string): Promise<void>;
}
