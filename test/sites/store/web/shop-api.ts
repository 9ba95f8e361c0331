// Talks to the shop's server: every answer is checked, every failure becomes an ApiError.
import type { z } from "zod";
import { Problem } from "../contract/problem.ts";

export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.name = "ApiError";
    this.problem = problem;
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Extra = { body?: unknown; signal?: AbortSignal };

/** Calls `/api` + path; throws ApiError, or the signal's reason where it was aborted. */
export async function call<Shape extends z.ZodType>(
  shape: Shape,
  method: Method,
  path: string,
  { body, signal }: Extra = {},
): Promise<z.output<Shape>> {
  const response = await fetch(`/api${path}`, {
    method,
    signal: signal ?? null,
    ...(body === undefined
      ? {}
      : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new ApiError(localProblem("unreachable", "The shop cannot be reached. Try again."), {
      cause,
    });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  signal?.throwIfAborted();
  if (!response.ok) throw new ApiError(problemIn(answer));
  return shape.parse(answer);
}

/** What to tell the customer about anything that was thrown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return localProblem("unexpected", "Something went wrong. Try again.");
}

function problemIn(answer: unknown): Problem {
  const parsed = Problem.safeParse(answer);
  return parsed.success
    ? parsed.data
    : localProblem("unexpected", "The shop gave an answer we do not understand. Try again.");
}

function localProblem(code: string, message: string): Problem {
  return { code, message, field: null, issues: [] };
}
