// Declares the tools that a model is offered over MCP; their schemas are made from the protocol's own.
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";

import type { ActionType } from "@webserv/shared/model/action.ts";
import { actions } from "@webserv/shared/model/action.ts";
import { observeOptions } from "@webserv/shared/model/page/observation.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";
import { browserId } from "@webserv/shared/protocol/methods/method-spec.ts";

import { filledFields } from "../fill.ts";
import type { BriefSchema } from "./brief-schema.ts";
import { briefSchema } from "./brief-schema.ts";
import { structuredAnswer } from "./structured-answer.ts";

/** Actions that have a tool of their own. */
export const ownTools = [
  "click",
  "type",
  "press",
  "scroll",
  "goto",
  "wait",
  "screenshot",
] as const satisfies readonly ActionType[];
type OwnTool = (typeof ownTools)[number];

/** Actions that no tool offers, each with the reason. */
export const unoffered = {
  expand: "look takes what to expand",
  select: "fill takes the options of a list",
  terminate: "an MCP client ends a task by ending its connection",
} as const satisfies Partial<Record<ActionType, string>>;

/** True if the answer is to say what happened, without the page. */
const quiet = z.optional(z.boolean());
export const openParams = z.extend(
  z.pick(methods["session.open"].params, { url: true, sites: true }),
  {
    browserId: z.optional(
      browserId.check(z.describe("Browser or environment, if the person names one")),
    ),
    quiet,
  },
);
export type OpenParams = z.infer<typeof openParams>;
export const lookParams = z.extend(z.pick(observeOptions, { expand: true, maxTokens: true }), {
  addresses: z.optional(z.boolean().check(z.describe("Say where links lead to"))),
});
export type LookParams = z.infer<typeof lookParams>;
/** The parameter of tools that act, beside those of the action itself. */
export const quietParams = z.looseObject({ quiet });
export const fillParams = z.strictObject({ fields: filledFields, quiet });
/** The parameters of the tool that the rarer actions share. */
export const restParams = z.strictObject({
  quiet,
  action: z.discriminatedUnion("type", [
    actions.check.schema,
    actions.uncheck.schema,
    actions.hover.schema,
    actions.wheel.schema,
    actions.clear.schema,
    actions.select_text.schema,
    actions.drag.schema,
    actions.upload.schema,
    actions.dialog.schema,
    actions.back.schema,
    actions.forward.schema,
    actions.refresh.schema,
    actions.new_tab.schema,
    actions.switch_tab.schema,
    actions.close_tab.schema,
  ]),
});

const restActions = restParams.shape.action.def.options;

const READ_ONLY: ReadonlySet<string> = new Set(["look", "screenshot", "wait"]);

/** Explains once the two ways to name an element, and `quiet`: each schema only says that there are such arguments. */
const IN_EVERY_TOOL =
  "In every tool, id may also be { name, role?, in? }, without reading the page before: the element's whole name, and what it stands in. quiet: true leaves the page out of the answer, if you need not see it";

const QUIET = briefSchema(quietParams).properties;

/** The answer to tools/list, without the schema of structured answers. */
export const tools: readonly Tool[] = [
  tool("open", "Open a session in a tab of its own. Call it first", openParams),
  tool("look", methods["session.observe"].summary, lookParams),
  tool("fill", "Fill in fields and choose from lists, one after another", fillParams),
  ...ownTools.map((name) => {
    const { schema } = actions[name];
    return tool(name, wordsOf(name, schema), schema, READ_ONLY.has(name) ? {} : QUIET);
  }),
  {
    ...tool("act", `Carry out another action: ${restActions.map(written).join(", ")}`, restParams),
    inputSchema: actSchema(),
  },
];

/** Returns the same tools, each with the schema of its structured answer. */
export function structuredTools(): Tool[] {
  const { properties, required } = briefSchema(structuredAnswer);
  const outputSchema = { type: "object" as const, properties, required: [...required] };
  return tools.map((each) => ({ ...each, outputSchema }));
}

export function isOwnTool(name: string): name is OwnTool {
  return ownTools.some((own) => own === name);
}

function wordsOf(name: OwnTool, schema: z.core.$ZodType): string {
  // The page comes with the picture, which others have to be told.
  if (name === "screenshot") return "Take a picture of the page";
  const words = z.globalRegistry.get(schema)?.description ?? "";
  return name === "click" ? `${words}. ${IN_EVERY_TOOL}` : words;
}

/** Writes an action as a signature, such as drag(id, to?, by?, position?). */
function written(action: (typeof restActions)[number]): string {
  const { properties, required } = briefSchema(action);
  const fields = Object.keys(properties)
    .filter((field) => field !== "type")
    .map((field) => (required.includes(field) ? field : `${field}?`));
  return `${action.shape.type.def.values[0]}(${fields.join(", ")})`;
}

/**
 * Merges the fields of all actions into one object: a schema for each would repeat most of them. The tool's description
 * names the actions. A field that another tool explains, or one of the same form, has only its type here, and so has one
 * that means another thing in each of several actions.
 */
function actSchema(): Tool["inputSchema"] {
  const fieldsOf = (schema: z.core.$ZodType): [string, object][] =>
    Object.entries(briefSchema(schema).properties);
  const explained = ownTools.flatMap((name) => fieldsOf(actions[name].schema));
  const all = restActions.flatMap((action) => fieldsOf(action));
  const fields = Object.fromEntries(
    all.map(([name, schema]) => {
      const isOne = all.every(([other, its]) => other !== name || isSame(its, schema));
      const isNew = !explained.some(([other, its]) =>
        other === name ? isSame(its, schema) : isSameForm(its, schema),
      );
      return [name, isOne && isNew ? schema : typeOf(schema)];
    }),
  );
  const type = { type: "string" };
  const action = { type: "object", properties: { ...fields, type }, required: ["type"] };
  return { type: "object", properties: { action, ...QUIET }, required: ["action"] };
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Tells whether both are objects with the same fields, such as points. */
function isSameForm(one: object, other: object): boolean {
  if (!("properties" in one) || !("properties" in other)) return false;
  return JSON.stringify(one.properties) === JSON.stringify(other.properties);
}

/** Keeps what some models' interfaces ask of a schema: its type, and that of its items. */
function typeOf(schema: object): object {
  if (!("type" in schema)) return schema;
  const { type } = schema;
  const items = "items" in schema ? schema.items : undefined;
  return typeof items === "object" && items !== null ? { type, items: typeOf(items) } : { type };
}

function tool(
  name: string,
  description: string,
  params: z.core.$ZodType,
  added: BriefSchema["properties"] = {},
): Tool {
  const { properties, required } = briefSchema(params);
  const shown = Object.entries({ ...properties, ...added }).filter(([field]) => field !== "type");
  const needed = required.filter((field) => field !== "type");
  return {
    name,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(shown),
      ...(needed.length === 0 ? {} : { required: needed }),
    },
    annotations: { readOnlyHint: READ_ONLY.has(name) },
  };
}
