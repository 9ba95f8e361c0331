// The shape of every error the shop's API answers with.
import { z } from "zod";

export const FieldIssue = z.object({ field: z.string(), message: z.string() });
export type FieldIssue = z.infer<typeof FieldIssue>;

/** `field` names the first offending input (dotted path) or is null; `issues` lists them all. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().nullable(),
  issues: z.array(FieldIssue),
});
export type Problem = z.infer<typeof Problem>;

/** Turns a failed parse into one issue per field, in the order of the schema. */
export function fieldIssues(error: z.ZodError): FieldIssue[] {
  const issues = new Map<string, FieldIssue>();
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    if (!issues.has(field)) issues.set(field, { field, message: issue.message });
  }
  return [...issues.values()];
}
