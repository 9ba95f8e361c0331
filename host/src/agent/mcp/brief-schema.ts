// Makes JSON Schemas as a model needs them: without the limits that a failed check reports anyway.
import * as z from "zod/mini";

import { actions } from "@webserv/shared/model/action.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";
import { observeOptions } from "@webserv/shared/model/page/observation.ts";
import {
  elementName,
  elementWords,
  semanticId,
} from "@webserv/shared/model/actions/action-spec.ts";
import { siteName } from "@webserv/shared/model/site.ts";

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
      .map(([key, value]): [string, unknown] => [
        key,
        key === "description" ? told(value) : brief(value),
      ])
      .filter(([key, value]) => value !== undefined && !OMITTED_KEYWORDS.has(key)),
  );
}

/** Leaves out words that a model does not need, and puts fewer in place of others. */
function told(words: unknown): unknown {
  return BRIEFER.has(words) ? BRIEFER.get(words) : words;
}

const { click, type, press, select, select_text, upload, goto, switch_tab } = actions;
const { scroll, wheel, drag, dialog, wait, screenshot } = actions;

/**
 * The fields whose name and values say what they are, or that their tool explains; or else the fewer words that a model
 * needs. An id is explained once with the page.
 */
const brieferWords: readonly (readonly [field: z.core.$ZodType, words?: string])[] = [
  [elementName],
  [semanticId],
  [siteName],
  [methods["session.open"].params.shape.url],
  [observeOptions.shape.maxTokens, "About how many the page may take (8000)"],
  [click.schema.shape.at, "Parts of its box, 0 to 1"],
  [click.schema.shape.button],
  [click.schema.shape.count, "2 to double-click"],
  [click.schema.shape.modifiers],
  [click.schema.shape.holdMs, "A long press"],
  [type.schema.shape.text],
  [type.schema.shape.mode, "Default: replace"],
  [press.schema.shape.key, "DOM name, with modifiers: Escape, Control+A"],
  [press.schema.shape.holdMs],
  [select.schema.shape.options.def.element],
  [select_text.schema.shape.occurrence, "Which, from 1, if there are several"],
  [upload.schema.shape.files.def.element, "Absolute path"],
  [scroll.schema.shape.direction],
  [scroll.schema.shape.by, "A page by default, or px"],
  [wheel.schema.shape.dx],
  [wheel.schema.shape.dy],
  [drag.schema.shape.by, "In px, in place of to"],
  [drag.schema.shape.position],
  [dialog.schema.shape.accept],
  [goto.schema.shape.url],
  [wait.schema.shape.text],
  [wait.schema.shape.id],
  [wait.schema.shape.gone],
  [wait.schema.shape.ms, "At most so long (10000)"],
  [screenshot.schema.shape.id, "This element alone"],
  [screenshot.schema.shape.fullPage],
  [screenshot.schema.shape.marks, "Mark elements with their ids"],
  [switch_tab.schema.shape.index, "From 0"],
];

const BRIEFER: ReadonlyMap<unknown, string | undefined> = new Map(
  brieferWords.map(([field, words]) => [descriptionOf(field), words]),
);

/** A field that may be left out is described by what it holds. */
function descriptionOf(field: z.core.$ZodType): string | undefined {
  const held = field instanceof z.core.$ZodOptional ? field._zod.def.innerType : field;
  return z.globalRegistry.get(held)?.description;
}

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
