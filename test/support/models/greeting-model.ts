// Plays a model that fills in the greeting page, step by step, by what it is shown.
import type { Script, Scripted } from "./model-server.ts";

/** Makes an answer as a model writes it. */
export function says(thought: string, action: object, more: object = {}): Scripted {
  return { text: `${thought}\n\n\`\`\`json\n${JSON.stringify({ action, ...more })}\n\`\`\`\n` };
}

/** Finds the one id in the model's input that ends in `end`. */
export function idOf(texts: readonly string[], end: string): string {
  const page = texts[0]?.split("# The page now")[1] ?? "";
  const ids = [...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id ?? "");
  const found = ids.find((id) => id === end || id.endsWith(`.${end}`));
  if (found === undefined) throw new Error(`no id ends in "${end}": ${page}`);
  return found;
}

/** Greets step by step, by what it is shown. */
export const greets: Script = ({ texts }) => {
  const asked = texts[0] ?? "";
  const greeting = /(Guten Tag, [\w ]+)!/.exec(asked)?.[1];
  if (greeting !== undefined) return says("It says so.", { type: "terminate", answer: greeting });
  if (asked.includes("[Deutsch]")) return says("Now.", { type: "click", id: idOf(texts, "greet") });
  if (asked.includes('"Ada"')) {
    const action = { type: "select", id: idOf(texts, "language"), options: ["Deutsch"] };
    return says("The language is next.", action, { note: "the name is entered" });
  }
  return says("The name comes first.", { type: "type", id: idOf(texts, "name"), text: "Ada" });
};
