// Answers a repeated action from the trajectory.
import type { Step } from "@webserv/shared/model/step.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { readObservation, readPicture, readTrajectory } from "../../trajectory/reader.ts";
import { assertSame } from "./action-ledger.ts";

/** @throws WebservError `action-id-reused` for another action, or if the answer was not kept. */
export async function recordedStep(
  trajectoriesDir: string,
  { sessionId, actionId, action }: Params<"session.act">,
): Promise<Step> {
  const { lines } = await readTrajectory(trajectoriesDir, sessionId);
  const line = lines.findLast((line) => line.kind === "step" && line.actionId === actionId);
  if (line?.kind !== "step") {
    throw new WebservError(
      "action-id-reused",
      `the action "${actionId}" was answered before, and its answer could not be kept`,
      {
        next: "It is not carried out twice: look at the observation, then act under a new actionId.",
      },
    );
  }
  assertSame(actionId, line.action, action);
  const { kind: _kind, at: _at, actor: _actor, agent: _agent, ...kept } = line;
  const { before: _before, after, screenshot, ...rest } = kept;
  const observation =
    after === null ? undefined : readObservation(trajectoriesDir, sessionId, after.hash);
  const picture =
    screenshot === undefined ? undefined : readPicture(trajectoriesDir, sessionId, screenshot);
  return {
    ...rest,
    ...(picture === undefined ? {} : { screenshot: picture }),
    observation: observation ?? null,
  };
}

/** Explains why an action that was under way when a daemon ended has no answer. */
export function lostByRestart(actionId: string): WebservError {
  return new WebservError(
    "disconnected",
    `the daemon ended or lost the browser while the action "${actionId}" was under way`,
  );
}
