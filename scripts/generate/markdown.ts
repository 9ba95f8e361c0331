// Makes the tables of the docs from the registry, the error catalogue and the limits of input.
import { format } from "oxfmt";
import * as z from "zod/mini";

import { actions } from "@webserv/shared/model/action.ts";
import { errorCatalogue } from "@webserv/shared/errors/errors.ts";
import { type Link, methods, type MethodSpec } from "@webserv/shared/protocol/methods.ts";

import { limitRows } from "../../extension/src/background/input/limits.ts";

const links: Readonly<Record<Link, string>> = {
  "agent-daemon": "Agents ask the daemon, over WebSocket",
  "daemon-agent": "The daemon tells an agent that asked to be told",
  "extension-daemon": "The extension asks the daemon, over native messaging",
  "daemon-extension": "The daemon asks the extension, over native messaging",
  "worker-frame": "The service worker asks a frame's content script",
  "frame-worker": "A content script tells the service worker",
  "panel-worker": "The side panel asks the service worker",
  "worker-panel": "The service worker tells the side panel",
};

/** Makes one table for each link, of its methods in the registry's order; optional params carry a `?`. */
export async function methodTables(): Promise<string> {
  const all = Object.entries<MethodSpec>(methods);
  const tables = Object.entries(links).map(([link, title]) => {
    const rows = all
      .filter(([, spec]) => spec.link === link)
      .map(([name, spec]) => [`\`${name}\``, paramsOf(spec), spec.summary]);
    return `**${title}**\n\n${table(["Method", "Params", "What it does"], rows)}`;
  });
  return await formatted(tables.join("\n\n"));
}

/** Makes the table of the actions of `session.act`, in their schema's order. */
export async function actionTable(): Promise<string> {
  const rows = Object.entries(actions).map(([type, { schema }]) => [
    `\`${type}\``,
    Object.entries<z.ZodMiniType>(schema.shape)
      .filter(([name]) => name !== "type")
      .map(([name, field]) => code(name, !field.safeParse(undefined).success))
      .join(", "),
    z.globalRegistry.get(schema)?.description ?? "",
  ]);
  return await formatted(table(["Action", "Fields", "What it does"], rows));
}

/** Makes one line for each action, for the prompt of our own agent, which gets pictures by other means. */
export async function actionList(): Promise<string> {
  const lines = Object.entries(actions)
    .filter(([type]) => type !== "screenshot")
    .map(([type, { schema }]) => {
      const fields = Object.entries<z.ZodMiniType>(schema.shape)
        .filter(([name]) => name !== "type")
        .map(([name, field]) => {
          const optional = field.safeParse(undefined).success ? "?" : "";
          return `, "${name}"${optional}${kindOf(z.toJSONSchema(field, { io: "input", metadata: z.registry() }))}`;
        });
      const words = z.globalRegistry.get(schema)?.description ?? "";
      return `- \`{ "type": "${type}"${fields.join("")} }\`: ${words}`;
    });
  return await formatted(lines.join("\n"));
}

/** Says what can't be guessed from the field's name: the choices it has, or that it is no text. */
function kindOf(property: z.core.JSONSchema._JSONSchema): string {
  if (typeof property === "boolean") return "";
  if (property.enum !== undefined) return `: ${property.enum.map(String).join("|")}`;
  if (property.type === "array") {
    const { items } = property;
    const inner = typeof items === "object" && !Array.isArray(items) ? kindOf(items) : "";
    return `: [${inner.replace(/^: /, "") || "text, …"}]`;
  }
  // The prompt explains once that any element may be named by words.
  if (property.anyOf?.some(isWords) === true) return "";
  if (property.anyOf !== undefined) {
    return `: ${property.anyOf.map((each) => kindOf(each).replace(/^: /, "")).join("|")}`;
  }
  switch (property.type) {
    case "boolean":
      return ": true|false";
    case "integer":
    case "number":
      return ": number";
    case "object":
      return `: {${Object.keys(property.properties ?? {}).join(", ")}}`;
    default:
      return "";
  }
}

function isWords(property: z.core.JSONSchema._JSONSchema): boolean {
  return typeof property === "object" && property.properties?.["name"] !== undefined;
}

export async function errorTable(): Promise<string> {
  const rows = Object.entries(errorCatalogue).map(([code, { summary, next }]) => [
    `\`${code}\``,
    summary,
    next,
  ]);
  return await formatted(table(["Code", "What it means", "What to do"], rows));
}

/** Makes the table of what each kind of input can do. */
export async function limitTable(): Promise<string> {
  return await formatted(table(["what", "trusted input", "synthetic input"], limitRows()));
}

/**
 * Returns `document` with `content` between its markers `<!-- name:begin -->` and `<!-- name:end -->`. If it has none,
 * they are added at its end.
 */
export function withSection(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const section = `${begin}\n\n${content.trim()}\n\n${end}`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from === -1 || to === -1) return `${document.trimEnd()}\n\n${section}\n`;
  return document.slice(0, from) + section + document.slice(to + end.length);
}

function paramsOf(spec: MethodSpec): string {
  const schema = z.toJSONSchema(spec.params, { io: "input" });
  const required = new Set(schema.required);
  return Object.keys(schema.properties ?? {})
    .map((name) => code(name, required.has(name)))
    .join(", ");
}

/** Formats a name as code, with a `?` if it may be left out. */
function code(name: string, required: boolean): string {
  return `\`${name}${required ? "" : "?"}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Formats the text as `npm run format` would leave it. */
async function formatted(markdown: string): Promise<string> {
  const { code, errors } = await format("section.md", markdown, { printWidth: 100 });
  if (errors.length > 0)
    throw new Error(`the generated table is not Markdown: ${errors[0]?.message}`);
  return code;
}
