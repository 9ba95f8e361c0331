// Our own agent in a real browser, with a model that follows a script.
import { expect, test } from "vitest";
import * as z from "zod/mini";

import type { Finished } from "../../support/programs/command-line.ts";
import { greets, idOf, says } from "../../support/models/greeting-model.ts";
import { KEY, useGreetingRuns } from "../../support/models/greeting-runs.ts";
import type { Script } from "../../support/models/model-server.ts";

const runs = useGreetingRuns();
const { run } = runs;

const result = z.object({
  success: z.boolean(),
  reason: z.string(),
  answer: z.string(),
  steps: z.int(),
  faults: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.optional(z.number()),
  sessionId: z.string(),
});
const resultOf = ({ json }: Finished) => result.parse(json());

async function openSessions(): Promise<number> {
  const { sessions } = z
    .object({ sessions: z.array(z.unknown()) })
    .parse(await runs.line.json(["session", "list"]));
  return sessions.length;
}

test.each(["chat", "responses", "anthropic"] as const)(
  "a model behind %s does a task, and its thoughts are told as they come",
  async (api) => {
    const finished = await run(greets, {
      api,
      args: ["--json", "--price-in", "1", "--price-out", "2"],
    });
    expect(finished.exitCode).toBe(0);
    expect(finished.out.trim().split("\n")).toHaveLength(1);
    expect(resultOf(finished)).toMatchObject({
      success: true,
      reason: "done",
      answer: "Guten Tag, Ada",
      steps: 4,
      faults: 0,
      inputTokens: 400,
      outputTokens: 40,
      cost: 0.000_48,
    });
    expect(finished.err).toContain("The language is next.");
    expect(finished.err).toMatch(/^2\. select /m);
    expect(finished.out + finished.err).not.toContain(KEY);
    expect(finished.err).not.toContain("\u001B[");
    expect(await openSessions()).toBe(0);
  },
);

test("the model is told earlier steps and notes again, and is shown one page alone", async () => {
  await run(greets);
  const last = runs.server?.asked.at(-1);
  expect(last?.texts).toHaveLength(1);
  expect(last?.texts[0]).toContain("You thought: The name comes first.");
  expect(last?.texts[0]).toContain("- (2) the name is entered");
  expect(last?.texts[0]?.match(/<h1>/g)).toHaveLength(1);
  expect(last?.pictures).toEqual([]);
});

test("the trajectory keeps each step's thought, prompt and tokens", async () => {
  const { sessionId } = resultOf(await run(greets, { args: ["--json"] }));
  const told = await runs.line.run(["trajectory", "show", sessionId]);
  expect(told.out).toMatch(
    /\d\. done select [\s\S]*?The language is next\.\n +note: the name is entered/,
  );
  expect(told.out).toMatch(/\(scripted, single-prompt \d+, 100 \+ 10 tokens\)/);
  expect(told.out).toContain('ended: terminated after 4 steps, answer "Guten Tag, Ada"');
});

test("an answer that can't be carried out is put right, and a failed action is told", async () => {
  const script: Script = (asked, index) => {
    if (index === 0) return { text: "I would click something." };
    if (index === 1) return says("Then so.", { type: "click", id: "nowhere" });
    return greets(asked, index);
  };
  const finished = await run(script, { args: ["--json"] });
  expect(resultOf(finished)).toMatchObject({ success: true, steps: 5, faults: 1 });
  const [, corrected, third] = runs.server?.asked ?? [];
  expect(corrected?.texts.at(-1)).toContain("no fenced block with JSON");
  expect(third?.texts).toHaveLength(1);
  expect(third?.texts[0]).toContain("unknown-id");
});

test("a model that never answers as it should, and one that refuses, end without success", async () => {
  const malformed = await run(() => ({ text: "Hm." }), { args: ["--json"] });
  expect(malformed.exitCode).toBe(1);
  expect(resultOf(malformed)).toMatchObject({ reason: "malformed", steps: 0, faults: 3 });
  const refused = await run(() => ({ refusal: "I will not." }), { args: ["--json"] });
  expect(refused.exitCode).toBe(1);
  expect(resultOf(refused)).toMatchObject({ reason: "refused", answer: "I will not.", steps: 0 });
  expect(await openSessions()).toBe(0);
});

test("a model that gives up says why, and that is no success", async () => {
  const gives = () =>
    says("No.", { type: "terminate", answer: "no German here" }, { success: false });
  const finished = await run(gives);
  expect(finished.exitCode).toBe(1);
  expect(finished.out).toMatch(/^not done \(1 step, 100 \+ 10 tokens\)\nno German here\n$/);
});

test("limits end a task before the question that would exceed them", async () => {
  const dear: Script = (...asked) => ({
    ...greets(...asked),
    usage: { input: 20_000, output: 10 },
  });
  const tokens = await run(dear, { args: ["--json", "--max-tokens", "21000"] });
  expect(tokens.exitCode).toBe(1);
  expect(resultOf(tokens)).toMatchObject({ reason: "limit", steps: 1 });
  expect(resultOf(tokens).answer).toContain("21000 are allowed");
  expect(runs.server?.asked).toHaveLength(1);
  const steps = await run(greets, { args: ["--json", "--max-steps", "2"] });
  expect(steps.exitCode).toBe(1);
  expect(resultOf(steps)).toMatchObject({ reason: "max-steps", steps: 2 });
  expect(runs.server?.asked).toHaveLength(2);
});

test("with --vision the model is shown a marked picture", async () => {
  await run(greets, { args: ["--vision"] });
  const [first] = runs.server?.asked ?? [];
  const [picture = ""] = first?.pictures ?? [];
  const bytes = Buffer.from(picture.replace("data:image/jpeg;base64,", ""), "base64");
  expect(bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  expect(first?.texts[0]).toContain("Each label is the last part of an id");
});

test("without cues neither the page nor the prompt says what can be hovered", async () => {
  const ends: Script = () => says("Seen.", { type: "terminate" });
  const where = ["--sites", "store"];
  const shown: string[] = [];
  for (const args of [[], ["--no-cues"]]) {
    await run(ends, { where, args });
    shown.push(...(runs.server?.asked ?? []).map(({ system, texts }) => system + texts.join("\n")));
  }
  expect(shown.map((text) => / hoverable/.test(text))).toEqual([true, false]);
  expect(shown.map((text) => text.includes("hover for more"))).toEqual([true, false]);
});

test("Ctrl-C ends a task with 130 and closes the session", async () => {
  const interrupt = new AbortController();
  const hangs: Script = () => {
    interrupt.abort();
    return { text: "I think", hangs: true };
  };
  const { exitCode } = await run(hangs, { interrupt: interrupt.signal });
  expect(exitCode).toBe(130);
  // Closed before the command ends, not once its connection is gone.
  expect(await openSessions()).toBe(0);
});

test("--keep leaves the session open, and --session goes on in it", async () => {
  const script: Script = () => says("Enough.", { type: "hover", id: "nowhere" });
  const kept = await run(script, { args: ["--json", "--keep", "--max-steps", "1"] });
  const { sessionId } = resultOf(kept);
  const where = ["--session", sessionId];
  const again = await run(greets, { where, args: ["--json"] });
  expect(resultOf(again)).toMatchObject({ success: true, sessionId });
  expect(await openSessions()).toBe(1);
  await runs.line.json(["session", "close", sessionId]);
});

test("a service that refuses the key, or a limit without prices, is told before anything else", async () => {
  const refused = await run(() => ({ status: 401 }), { args: ["--json"] });
  expect(refused.exitCode).toBe(1);
  expect(refused.out).toContain('"model-unauthorized"');
  expect(refused.out).not.toContain(KEY);
  const costs = await run(greets, { args: ["--max-cost", "1"] });
  expect([costs.exitCode, costs.err.includes("--price-in")]).toEqual([2, true]);
  const keyless = await run(greets, { args: ["--api-key-env", "NO_SUCH_KEY"] });
  expect([keyless.exitCode, keyless.err.includes("NO_SUCH_KEY")]).toEqual([1, true]);
  expect(runs.server?.asked).toEqual([]);
});

test("in the demo store a product lands in the cart, with the option that it turns out to need", async () => {
  const shops: Script = ({ texts }) => {
    const [past = "", page = ""] = (texts[0] ?? "").split("# The page now");
    // The button of the cart tells how much is in it.
    const cart = /<button id="cart"[^>]*>([^<]*1[^<]*)</.exec(page)?.[1];
    if (cart !== undefined) return says("It is in.", { type: "terminate", answer: cart });
    const missing = /aria-invalid="true"[\s\S]*?<input id="([^"]+)" type="radio"/.exec(page)?.[1];
    if (missing !== undefined) return says("A choice is missing.", { type: "check", id: missing });
    if (page.includes('id="add-to-cart"')) return says("In.", { type: "click", id: "add-to-cart" });
    if (!past.includes("search-the-shop")) {
      const search = idOf(texts, "search-the-shop");
      return says("Search.", { type: "type", id: search, text: "backpack", enter: true });
    }
    const product = /<a id="([^"]+)" href="[^"]*\bp\/.*?"/.exec(page)?.[1];
    if (product === undefined) throw new Error(`no product: ${page}`);
    return says("The first backpack.", { type: "click", id: product });
  };
  const finished = await run(shops, {
    where: ["--sites", "store"],
    args: ["--json", "--max-steps", "10"],
  });
  expect(finished.err).toContain("A choice is missing.");
  expect(resultOf(finished)).toMatchObject({ success: true, steps: 6, faults: 0 });
  expect(resultOf(finished).answer).toMatch(/^Cart\b.*\b1\b/);
});
