// Makes JSON Schemas as a model needs them: without the limits that a failed check reports anyway.
import * as z from "zod/mini";

import {
  elementName,
  elementWords,
  semanticId,
} from "@webserv/shared/model/actions/action-spec.ts";

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
      Object.entries(properties).map(([name, schema]) => [name, Object(brief(schema))]),
    ),
    required,
  };
}

function brief(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => brief(each));
  if (typeof schema !== "object" || schema === null) return schema;
  if (isWords(schema)) return { type: "object" };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([key]) => !OMITTED_KEYWORDS.has(key) && !(key === "description" && isIdAlone(schema)),
      )
      .map(([key, value]) => [key, brief(value)]),
  );
}

/** An id is explained once with the page, not in each tool. */
function isIdAlone(schema: object): boolean {
  return "description" in schema && ID_WORDS.has(schema.description);
}

const ID_WORDS: ReadonlySet<unknown> = new Set(
  [elementName, semanticId].map((schema) => z.globalRegistry.get(schema)?.description),
);

/** An element's words are explained once with the tools, not in each. */
function isWords(schema: object): boolean {
  const { properties } = { properties: undefined, ...schema };
  return (
    typeof properties === "object" &&
    properties !== null &&
    Object.keys(properties).join() === WORDS
  );
}

const WORDS = Object.keys(elementWords.shape).join();
