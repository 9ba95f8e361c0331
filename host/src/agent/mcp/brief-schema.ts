// Makes JSON Schemas as a model needs them: without the limits that a failed check reports anyway.
import * as z from "zod/mini";

import { semanticId } from "@webserv/shared/model/actions/action-spec.ts";

/** Each keyword costs tokens in every conversation, and an argument that breaks one is answered with what it may be. */
const OMITTED_KEYWORDS: ReadonlySet<string> = new Set(
  "minLength maxLength minItems maxItems minimum maximum pattern default additionalProperties".split(
    " ",
  ),
);

/** The JSON Schema of an object that `params` accepts. */
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

/** @param name the name of the property that `schema` describes */
function brief(schema: unknown, name?: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => brief(each));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key]) =>
          !OMITTED_KEYWORDS.has(key) &&
          !(name === "id" && key === "description" && isIdAlone(schema)),
      )
      .map(([key, value]) => [key, brief(value)]),
  );
}

/** An id is explained once with the page, not in each tool. */
function isIdAlone(schema: object): boolean {
  return "description" in schema && schema.description === ID_WORDS;
}

const ID_WORDS = z.globalRegistry.get(semanticId)?.description;
