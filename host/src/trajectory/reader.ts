// Reads trajectories back, up to the last whole line.
import { readFileSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import { observation } from "@webserv/shared/model/page/observation.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Screenshot } from "@webserv/shared/model/page/screenshot.ts";
import { trajectoryLine } from "@webserv/shared/model/trajectory.ts";
import type {
  TrajectoryLine,
  TrajectoryStep,
  TrajectorySummary,
} from "@webserv/shared/model/trajectory.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { observationFile, pictureFile, stepsFile } from "./trajectory-files.ts";

export interface Trajectory {
  readonly lines: readonly TrajectoryLine[];
  /** Numbers, from 1, of lines that can't be read. */
  readonly badLines: readonly number[];
  /** False if the last line is cut off. */
  readonly whole: boolean;
}

/** @throws WebservError `unknown-trajectory`. */
export async function readTrajectory(dir: string, sessionId: string): Promise<Trajectory> {
  let text: string;
  try {
    text = await readFile(stepsFile(dir, sessionId), "utf8");
  } catch (error) {
    throw new WebservError("unknown-trajectory", `there is no trajectory of "${sessionId}"`, {
      cause: error,
    });
  }
  return parseTrajectory(text);
}

export function parseTrajectory(text: string): Trajectory {
  const rows = text.split("\n");
  // After the last line's end stands nothing, or a line that was cut off.
  const rest = rows.pop() ?? "";
  const lines: TrajectoryLine[] = [];
  const badLines: number[] = [];
  for (const [index, row] of rows.entries()) {
    const line = parseLine(row);
    if (line === undefined) badLines.push(index + 1);
    else lines.push(line);
  }
  return { lines, badLines, whole: rest === "" };
}

/** Returns the newest first; a trajectory without a readable start is left out. */
export async function listTrajectories(dir: string): Promise<TrajectorySummary[]> {
  const summaries: TrajectorySummary[] = [];
  for (const sessionId of readdirSync(dir)) {
    const trajectory = await readTrajectory(dir, sessionId).catch(() => undefined);
    const summary = trajectory === undefined ? undefined : summarise(trajectory);
    if (summary !== undefined) summaries.push(summary);
  }
  return summaries.sort((first, second) => (first.startedAt < second.startedAt ? 1 : -1));
}

/** Reads an observation kept with a trajectory; undefined if it does not exist or is not whole. */
export function readObservation(
  dir: string,
  sessionId: string,
  hash: string,
): Observation | undefined {
  try {
    const text = readFileSync(observationFile(dir, sessionId, hash), "utf8");
    return observation.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Reads a picture kept with a trajectory; undefined if it does not exist any more. */
export function readPicture(
  dir: string,
  sessionId: string,
  { file, ...shown }: NonNullable<TrajectoryStep["screenshot"]>,
): Screenshot | undefined {
  try {
    // The base name alone, so that it leads to no other folder.
    const bytes = readFileSync(pictureFile(dir, sessionId, basename(file)));
    return { ...shown, data: bytes.toString("base64") };
  } catch {
    return undefined;
  }
}

function parseLine(row: string): TrajectoryLine | undefined {
  try {
    return trajectoryLine.safeParse(JSON.parse(row)).data;
  } catch {
    return undefined;
  }
}

function summarise({ lines, whole }: Trajectory): TrajectorySummary | undefined {
  const start = lines.find((line) => line.kind === "start");
  if (start === undefined) return undefined;
  const end = lines.findLast((line) => line.kind === "end");
  return {
    sessionId: start.sessionId,
    agent: start.agent,
    startedAt: start.at,
    ...(end === undefined ? {} : { endedAt: end.at, endReason: end.reason }),
    // A step that was unknown at first may have a second line that knows better.
    steps: new Set(lines.flatMap((line) => (line.kind === "step" ? [line.step] : []))).size,
    whole,
  };
}
