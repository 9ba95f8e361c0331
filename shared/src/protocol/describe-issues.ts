// Says in words what is wrong with a value that a schema refused.
import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

/** One line that names each field at fault, its value and what was expected; at most 3 fields. */
export function describeIssues(issues: readonly Issue[], input: unknown): string {
  const lines = issues.slice(0, 3).map((issue) => describeIssue(issue, input));
  const more = issues.length - lines.length;
  return lines.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function describeIssue(issue: Issue, input: unknown): string {
  const path = issue.path.map(String).join(".");
  const field = path === "" ? "the value" : `"${path}"`;
  if (issue.code === "unrecognized_keys") {
    return `${path === "" ? "" : `${field} has `}unknown field ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
  }
  const value = valueAt(input, issue.path);
  if (value === undefined) return `${field} is missing, ${expectation(issue)}`;
  return `${field} is ${show(value)}, ${expectation(issue)}`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => show(value)).join(" or ")}`;
    case "too_big":
      return `expected at most ${String(issue.maximum)}${unit(issue.origin)}`;
    case "too_small":
      return `expected at least ${String(issue.minimum)}${unit(issue.origin)}`;
    case "invalid_format":
      return `expected ${issue.format}${"pattern" in issue && issue.pattern !== undefined ? ` ${issue.pattern}` : ""}`;
    case "invalid_union":
      return "discriminator" in issue && typeof issue.discriminator === "string"
        ? `expected a known "${issue.discriminator}"`
        : "which fits none of the allowed forms";
    default:
      return issue.message === "" ? "which is not allowed" : issue.message;
  }
}

function unit(origin: string): string {
  if (origin === "string") return " characters";
  if (origin === "array") return " entries";
  return "";
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function show(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  const shown = text ?? String(value);
  return shown.length > 80 ? `${shown.slice(0, 77)}...` : shown;
}
