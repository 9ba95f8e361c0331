// Says in words what is wrong with a value that a schema refused.
import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;
type UnionIssue = z.core.$ZodIssueInvalidUnion;

/** The most fields that one message names. */
const MAX_FIELDS = 3;

/** Returns one line that names each field at fault, its value and what was expected; at most 3 fields. */
export function describeIssues(issues: readonly Issue[], input: unknown): string {
  const all = issues.flatMap((issue) => innermost(issue));
  const lines = all.slice(0, MAX_FIELDS).map((issue) => describeIssue(issue, input));
  const more = all.length - lines.length;
  return lines.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/**
 * Explains a value that fits none of several forms: if it clearly was meant as one of them, by the
 * issues with that one; else by the issue as it is.
 */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors
    .filter((branch) => !branch.some((inner) => rulesOut(inner)))
    .sort((a, b) => a.length - b.length)[0];
  if (meant === undefined) return [issue];
  return meant.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Tells whether an issue rules a form out: the value is of a wrong type as a whole, or has another constant. */
function rulesOut(issue: Issue): boolean {
  if (issue.path.length === 0)
    return issue.code === "invalid_type" || issue.code === "invalid_value";
  return issue.code === "invalid_value" && issue.values.length === 1;
}

function describeIssue(issue: Issue, input: unknown): string {
  const path = issue.path.map(String).join(".");
  const field = path === "" ? "the value" : `"${path}"`;
  if (issue.code === "unrecognized_keys") {
    const [fields, names] = [issue.keys.length > 1 ? "fields" : "field", list(issue.keys, "and")];
    return `${path === "" ? "" : `${field} has `}unknown ${fields} ${names}`;
  }
  if (issue.code === "invalid_key") {
    const reasons = issue.issues.map((inner) => expectation(inner)).join(" and ");
    return `${field} is not allowed as a name, ${reasons}`;
  }
  const value = valueAt(input, issue.path);
  // A rule about several fields says by itself what they have to be.
  if (issue.code === "custom" && typeof value === "object") return issue.message;
  if (value === undefined) return `${field} is missing, ${expectation(issue)}`;
  return `${field} is ${show(value)}, ${expectation(issue)}`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${type(issue.expected)}`;
    case "invalid_value":
      return `expected ${list(issue.values, "or")}`;
    case "too_big":
      return `expected ${issue.inclusive === false ? "less than" : "at most"} ${amount(issue.maximum, issue.origin)}`;
    case "too_small":
      return `expected ${issue.inclusive === false ? "more than" : "at least"} ${amount(issue.minimum, issue.origin)}`;
    case "invalid_format":
      return format(issue);
    case "invalid_union":
      return union(issue);
    default:
      return issue.message === "" ? "which is not allowed" : issue.message;
  }
}

function union(issue: UnionIssue): string {
  if ("options" in issue && issue.options !== undefined) {
    return `expected ${list(issue.options, "or")}`;
  }
  const forms = new Set(issue.errors.flatMap((branch) => branch.slice(0, 1).map(expectation)));
  if (forms.size === 0) return "which fits none of the allowed forms";
  return `expected ${[...forms].map((form) => form.replace(/^expected /, "")).join(" or ")}`;
}

function type(expected: string): string {
  switch (expected) {
    case "int":
      return "a whole number";
    case "array":
    case "object":
      return `an ${expected}`;
    case "record":
      return "an object";
    case "boolean":
      return "true or false";
    default:
      return `a ${expected}`;
  }
}

function amount(limit: number | bigint, origin: string): string {
  const plural = limit === 1 ? "" : "s";
  if (origin === "string") return `${limit} character${plural}`;
  if (origin === "array") return `${limit} ${limit === 1 ? "entry" : "entries"}`;
  return String(limit);
}

function format(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if ("prefix" in issue && typeof issue.prefix === "string") {
    return `expected to start with ${show(issue.prefix)}`;
  }
  return issue.pattern === undefined
    ? `expected ${issue.format}`
    : `expected to match ${issue.pattern}`;
}

function list(values: readonly unknown[], last: "and" | "or"): string {
  const shown = values.map((value) => show(value));
  return shown.length < 2
    ? shown.join("")
    : `${shown.slice(0, -1).join(", ")} ${last} ${shown.at(-1) ?? ""}`;
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
  // String(value) is no choice: that of a list joins the strings of all its entries.
  const shown = jsonOf(value) ?? Object.prototype.toString.call(value);
  return shown.length > 80 ? `${shown.slice(0, 77)}...` : shown;
}

/** Returns undefined if it can't be written as JSON: circular, nested too deep, or of another kind. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
