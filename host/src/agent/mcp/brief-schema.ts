// JSON Schemas as a model needs them: what a call may hold, without the limits that its check tells of anyway.
import * as z from "zod/mini";

import { semanticId } from "@webserv/shared/model/actions/action-spec.ts";

/** Each is paid for in every conversation, and an argument that breaks one is answered with what it may be. */
const UNTOLD: ReadonlySet<string> = new Set(
  "minLength maxLength minItems maxItems minimum maximum pattern default additionalProperties".split(
    " ",
  ),
);

/** Of an object that `params` takes. */
export interface BriefSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
}

export function briefSchema(params: z.core.$ZodType): BriefSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(params, { io: "input" });
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, Object(brief(schema, name))]),
    ),
    required,
  };
}

/** @param name of the property that `schema` is of */
function brief(schema: unknown, name?: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => brief(each));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key]) =>
          !UNTOLD.has(key) && !(name === "id" && key === "description" && isIdAlone(schema)),
      )
      .map(([key, value]) => [key, brief(value)]),
  );
}

/** What an id is, is told of the page once, not of each tool. */
function isIdAlone(schema: object): boolean {
  return "description" in schema && schema.description === ID_WORDS;
}

const ID_WORDS = z.globalRegistry.get(semanticId)?.description;
