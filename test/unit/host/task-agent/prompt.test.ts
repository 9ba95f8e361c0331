import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import {
  buildCorrection,
  buildMessages,
  parsePrompt,
  readPrompt,
} from "@webserv/host/src/task-agent/prompt.ts";
import { parseAnswer } from "@webserv/host/src/task-agent/answer.ts";
import { actionTypes } from "@webserv/shared/model/action.ts";
import { expect, test } from "vitest";

const situation = { task: "buy a bag", history: "", page: "<h1>Shop</h1>", stepsLeft: 3 };

test("the prompt has a name, a version and every action but the picture", () => {
  const { name, version, text } = readPrompt({ cues: true });
  expect(name).toBe("single-prompt");
  expect(version).toBeGreaterThanOrEqual(1);
  for (const type of actionTypes.filter((type) => type !== "screenshot")) {
    expect(text).toContain(`{ "type": "${type}"`);
  }
  expect(text).not.toMatch(/:begin|:end/);
  expect(text).toContain("`clickable` and `hoverable`");
});

/** The hash is of the file's text below its front matter, the generated list of actions included. */
const pinned = { version: 4, hash: "b42cd1b9740e60d2" };

test("the prompt's text is that of its version", () => {
  const file = fileURLToPath(new URL("../../../../host/src/task-agent/prompt.md", import.meta.url));
  const text = readFileSync(file, "utf8").replace(/^---\n[\s\S]*?\n---\n/, "");
  const { version } = readPrompt({ cues: true });
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  expect(
    { version, hash },
    "the prompt's text or version has changed: raise `version` in prompt.md, and pin both here",
  ).toEqual(pinned);
});

test("the prompt's own examples are answers that can be read", () => {
  const examples = [...readPrompt({ cues: true }).text.matchAll(/```json\n[\s\S]*?```/g)].map(
    ([all]) => all,
  );
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect(parseAnswer(example).fault).toBeUndefined();
});

test("a file without a version is no prompt", () => {
  expect(() => parsePrompt("---\nname: mine\n---\nDo it.", { cues: true })).toThrow("version");
});

test("the model is told the task, what was done, the page, and how many steps are left", () => {
  const prompt = readPrompt({ cues: true });
  const [system, user, ...others] = buildMessages(prompt, { ...situation, history: "1. click x" });
  expect(others).toEqual([]);
  expect(system).toEqual({ role: "system", text: prompt.text });
  expect(user?.text).toMatch(/buy a bag[\s\S]*1\. click x[\s\S]*<h1>Shop<\/h1>[\s\S]*3 steps left/);
  expect(buildMessages(prompt, situation)[1]?.text).not.toContain("# So far");
});

test("a picture goes with the page, and so does what its labels mean", () => {
  const picture = { mediaType: "image/jpeg", data: "AAAA" } as const;
  const [, user] = buildMessages(readPrompt({ cues: true }), { ...situation, picture });
  expect(user?.picture).toEqual(picture);
  expect(user?.text).toContain("label");
  expect(buildMessages(readPrompt({ cues: true }), situation)[1]?.text).not.toContain(
    "label is the last part",
  );
});

test("a correction repeats the question, the answer and what was wrong with it", () => {
  const question = buildMessages(readPrompt({ cues: true }), situation);
  const corrected = buildCorrection(question, "", "it has no fenced block with JSON");
  expect(corrected.slice(0, 2)).toEqual(question);
  expect(corrected[2]).toEqual({ role: "assistant", text: "(nothing)" });
  expect(corrected[3]?.text).toContain("it has no fenced block with JSON");
});

test("a prompt without cues says nothing of them, and says all the rest", () => {
  const [all, without] = [true, false].map((cues) => readPrompt({ cues }).text.split("\n\n"));
  const left = (all ?? []).filter((passage) => without?.includes(passage) !== true);
  expect(left).toHaveLength(1);
  expect(left[0]).toContain("clickable");
});
