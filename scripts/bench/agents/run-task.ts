// Has one contender carry out one task, and verifies it afterwards.
import type { OwnDaemon } from "../../own-daemon.ts";
import { tokensOf } from "../observe/tokens.ts";
import { ScriptedAgent } from "./agent.ts";
import type { Contender, ContenderName } from "./hands.ts";
import { makePlace } from "./places.ts";
import type { Task } from "./task.ts";

export interface Run {
  readonly task: string;
  readonly contender: ContenderName;
  /** The time to start the contender and its browser, up to an empty page, in ms. */
  readonly startMs: number;
  /** The time from the first call to the task's answer, in ms. */
  readonly ms: number;
  /** The tokens of the answers, which a model reads. */
  readonly tokens: number;
  /** The tokens of the tools' definitions, which it reads before the first call. */
  readonly definitionTokens: number;
  readonly calls: number;
  readonly lines: ScriptedAgent["lines"];
  /** The reason why the task was not done. */
  readonly failure?: string;
}

export async function runTask(daemon: OwnDaemon, task: Task, contender: Contender): Promise<Run> {
  const place = await makePlace(daemon, task.site, contender.name);
  try {
    const startedAt = performance.now();
    const running = await contender.start(place);
    const startMs = performance.now() - startedAt;
    try {
      const agent = new ScriptedAgent(running.hands, task.intent);
      const beganAt = performance.now();
      const taken = (): number => performance.now() - beganAt - agent.thoughtMs;
      let ms: number | undefined;
      let failure: string | undefined;
      try {
        const answer = await task.carryOut(agent, place.url);
        ms = taken();
        await task.verify(place, answer);
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
      }
      return {
        task: task.name,
        contender: contender.name,
        startMs,
        ms: ms ?? taken(),
        tokens: agent.tokens,
        definitionTokens: tokensOf(running.definitions),
        calls: agent.calls,
        lines: agent.lines,
        ...(failure === undefined ? {} : { failure }),
      };
    } finally {
      await running.close();
    }
  } finally {
    await place.remove();
  }
}
