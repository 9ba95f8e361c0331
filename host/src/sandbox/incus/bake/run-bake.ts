// Carries out the steps that a site's definition asks for once, in the booted instance its template is made from.
import { siteUrl } from "@webserv/shared/model/site.ts";
import type { BakeStep, Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Progress } from "../../backend.ts";
import { IncusError } from "../client/transport/errors.ts";
import { runStep, waitStep } from "./command-step.ts";
import { lookInside } from "./inside.ts";
import type { BakeClient, Inside } from "./inside.ts";
import { fillUrl } from "./placeholders.ts";
import { requestStep } from "./request-step.ts";
import { StepFailure } from "./step-failure.ts";

export interface BakeRequest {
  readonly client: BakeClient;
  /** The name of the instance, which is running. */
  readonly instance: string;
  readonly site: Site;
  /** The instance's address, such as 10.87.1.2. */
  readonly address: string;
  readonly log?: (message: string, facts: Record<string, unknown>) => void;
  readonly progress?: Progress;
}

/** Writing a file is quick; a site that hangs must not hang the bake. */
const FILE_TIMEOUT_MS = 60_000;

/**
 * Runs one step after the other, each within its own deadline. Commands run with the environment and the working folder
 * of the image, as under `docker exec`. Throws `bake-failed`, which names the step, what it did and the end of its
 * output; IncusError if Incus itself is away; the signal's reason.
 */
export async function runBake(request: BakeRequest, signal: AbortSignal): Promise<void> {
  const { site, log, progress } = request;
  const { bake: steps = [] } = site.image ?? {};
  if (steps.length === 0) return;
  const inside = await lookInside(request.client, request.instance, site, signal);
  for (const [index, given] of steps.entries()) {
    signal.throwIfAborted();
    const step = fillUrl(given, addressOf(site));
    const text = `preparation step ${index + 1} of ${steps.length}: ${describeStep(step)}`;
    const share = index / steps.length;
    progress?.({ text, share });
    const onLine = (line: string): void => progress?.({ text: `${text}: ${line}`, share });
    const begunAt = performance.now();
    const deadline = AbortSignal.timeout(timeoutOf(step));
    try {
      await carryOut(request, step, inside, onLine, AbortSignal.any([signal, deadline]));
    } catch (thrown) {
      signal.throwIfAborted();
      throw inWords(thrown, site, index, step, deadline.aborted);
    }
    log?.("a preparation step is done", {
      site: site.name,
      step: index,
      ms: Math.round(performance.now() - begunAt),
    });
  }
}

async function carryOut(
  { client, instance, site, address }: BakeRequest,
  step: BakeStep,
  inside: Inside,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  switch (step.kind) {
    case "run":
      return runStep(inside, step, onLine, signal);
    case "wait":
      return waitStep(inside, step, signal);
    case "request":
      return requestStep({ site, address, step }, signal);
    case "file": {
      const { path, content, mode, uid, gid } = step;
      await client.instances.files.push(instance, path, content, signal, { mode, uid, gid });
    }
  }
}

function timeoutOf(step: BakeStep): number {
  return step.kind === "file" ? FILE_TIMEOUT_MS : step.timeoutMs;
}

function addressOf({ hosts }: Site): string {
  const [first] = hosts;
  return first === undefined ? "" : siteUrl(first);
}

function describeStep(step: BakeStep): string {
  switch (step.kind) {
    case "run":
      return shorten(step.command.join(" "));
    case "wait":
      return `waiting for ${shorten(step.command.join(" "))}`;
    case "request":
      return `${step.method} ${shorten(step.path)}`;
    case "file":
      return `writing ${step.path}`;
  }
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}

function inWords(
  thrown: unknown,
  site: Site,
  index: number,
  step: BakeStep,
  late: boolean,
): unknown {
  // If Incus is away or its disk is full, that is no fault of the step.
  if (thrown instanceof WebservError && !isAboutStep(thrown)) return thrown;
  const { output, facts } = thrown instanceof StepFailure ? thrown : { output: "", facts: {} };
  const seconds = timeoutOf(step) / 1000;
  const reason = late
    ? `did not end within ${seconds} s${thrown instanceof StepFailure ? ` (${thrown.message})` : ""}`
    : wordsOf(thrown);
  const end = output.trim() === "" ? "" : `; the end of its output:\n${output.trim()}`;
  return new WebservError(
    "bake-failed",
    `step ${index + 1} (${step.kind}) of the preparation of site "${site.name}", ${describeStep(step)}, ${reason}${end}`,
    {
      next: `Correct "image.bake.${index}" of the site's definition, or the image.`,
      details: { site: site.name, step: index, kind: step.kind, ...facts, output },
      cause: thrown,
    },
  );
}

/** Tells whether Incus refused the command or a file inside, for example because a folder is missing. */
function isAboutStep(thrown: WebservError): boolean {
  return thrown instanceof IncusError && (thrown.code === "internal" || thrown.code === "timeout");
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof IncusError) return `was refused by Incus: ${thrown.words}`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
