// Makes the question for each step: the versioned prompt, the task, the history and the page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import * as z from "zod/mini";

import type { Picture, PromptMessage } from "./model.ts";

export interface Prompt {
  readonly name: string;
  readonly version: number;
  /** The instructions, which stay the same for a whole task. */
  readonly text: string;
}

const frontMatter = z.object({
  name: z.string().check(z.minLength(1)),
  version: z.coerce.number(),
});

export interface PromptParts {
  /** True if the prompt explains the marks on clickable and hoverable elements. */
  readonly cues: boolean;
}

/** Reads the prompt that comes with WebServ; it lies beside this file, and beside its bundle. */
export function readPrompt(parts: PromptParts): Prompt {
  const file = fileURLToPath(new URL("prompt.md", import.meta.url));
  return parsePrompt(readFileSync(file, "utf8"), parts);
}

/** @throws Error if the front matter has no name or version. */
export function parsePrompt(file: string, { cues }: PromptParts): Prompt {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const fields = head.split("\n").map((line) => line.split(/: */, 2));
  const { name, version } = frontMatter.parse(Object.fromEntries(fields));
  const text = cues ? body : body.replace(/<!-- cues:begin -->[\s\S]*?<!-- cues:end -->\n+/, "");
  return { name, version, text: text.replaceAll(/<!-- \w+:(?:begin|end) -->\n+/g, "").trim() };
}

export interface Situation {
  readonly task: string;
  /** The steps so far, as `writeHistory` writes them; empty at the first. */
  readonly history: string;
  /** The page as text. */
  readonly page: string;
  readonly picture?: Picture | undefined;
  readonly stepsLeft: number;
}

/** Builds the paper's single prompt: only the history carries over from earlier questions. */
export function buildMessages(prompt: Prompt, situation: Situation): PromptMessage[] {
  const { task, history, page, picture, stepsLeft } = situation;
  const parts = [
    `# The task\n\n${task}`,
    history === "" ? "" : `# So far\n\n${history}`,
    `# The page now\n\n${page}`,
    picture === undefined
      ? ""
      : "The picture shows the part of the page in view. Each label is the last part of an id.",
    `You have ${stepsLeft} ${stepsLeft === 1 ? "step" : "steps"} left. Think, then answer with one action.`,
  ];
  return [
    { role: "system", text: prompt.text },
    { role: "user", text: parts.filter((part) => part !== "").join("\n\n"), picture },
  ];
}

/** Builds the question again, after an answer that could not be carried out. */
export function buildCorrection(
  messages: readonly PromptMessage[],
  answer: string,
  fault: string,
): PromptMessage[] {
  return [
    ...messages,
    { role: "assistant", text: answer.trim() === "" ? "(nothing)" : answer },
    {
      role: "user",
      text: `That answer could not be carried out: ${fault}. Nothing has happened. Answer again, with one action as JSON in a fenced block.`,
    },
  ];
}
