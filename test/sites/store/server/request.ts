// Reads and checks what a request brings along.
import type { Context } from "hono";
import type { z } from "zod";
import { invalidInput, invalidJson, notJson } from "./errors.ts";

/** The JSON body, checked; throws a StoreError that names the offending field. */
export async function readBody<Shape extends z.ZodType>(
  c: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  // Insisting on JSON also keeps plain cross-site forms out.
  const type = c.req.header("content-type") ?? "nothing";
  if (type.split(";")[0]?.trim().toLowerCase() !== "application/json") throw notJson(type);
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  return check(shape, body);
}

/** The query string, checked; parameters in `lists` may repeat, of others the last one counts. */
export function readQuery<Shape extends z.ZodType>(
  c: Context,
  shape: Shape,
  lists: string[] = [],
): z.output<Shape> {
  const query = Object.entries(c.req.queries()).map(([name, values]) => [
    name,
    lists.includes(name) ? values : values.at(-1),
  ]);
  return check(shape, Object.fromEntries(query));
}

function check<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const result = shape.safeParse(input);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}
