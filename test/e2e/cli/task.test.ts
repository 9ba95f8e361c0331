import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { observation } from "@webserv/shared/model/page/observation.ts";
import { session } from "@webserv/shared/model/session.ts";
import { step } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { CommandLine } from "../../support/programs/command-line.ts";
import type { GreetingSite } from "../../support/pages/greeting-site.ts";
import { openGreetingSite } from "../../support/pages/greeting-site.ts";

let line: CommandLine;
let site: GreetingSite;
beforeAll(async () => {
  [line, site] = await Promise.all([CommandLine.open(), openGreetingSite()]);
  await line.json(["browser", "launch", "--headless"]);
});
afterAll(async () => {
  site.close();
  await line.close();
});

const opened = z.object({ session, observation: z.nullable(observation) });
const open = async (url = site.url) => opened.parse(await line.json(["session", "open", url]));
const close = (sessionId: string) => line.json(["session", "close", sessionId]);

/** The one id of the page that ends in `name`. */
function idOf(page: { html: string } | null, name: string): string {
  const ids = [...(page?.html ?? "").matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id ?? "");
  const found = ids.find((id) => id === name || id.endsWith(`.${name}`));
  if (found === undefined) throw new Error(`no id ends in "${name}": ${ids.join(", ")}`);
  return found;
}

test("a shell alone does a whole task: open, read, type, select, click, read the answer, close", async () => {
  const { session: mine, observation: page } = await open();
  const [name, language, greet] = ["name", "language", "greet"].map((end) => idOf(page, end));
  const { exitCode, out, err } = await line.shell(`
    set -e
    webserv act type ${name} "Ada Lovelace" --quiet
    webserv act select ${language} Deutsch --quiet
    webserv act click ${greet} --quiet
    webserv observe | grep -q "Guten Tag, Ada Lovelace!"
    webserv session close ${mine.sessionId}
  `);
  expect(err).toBe("");
  expect(exitCode).toBe(0);
  const [typed, selected, clicked, closed] = out.trim().split("\n");
  expect(typed).toMatch(
    /^1\. done type \S+ Ada Lovelace · .*"Name" · focus on name · now "Ada Lovelace"/,
  );
  expect(selected).toMatch(/^2\. done select /);
  expect(clicked).toMatch(/^3\. done click .*settled after .* for fetch \/greet\?name=Ada/);
  expect(closed).toBe(`closed ${mine.sessionId}`);
});

test("an action prints the page after it, or one JSON document if --json is given", async () => {
  const { session: mine, observation: page } = await open();
  const id = idOf(page, "name");
  const seen = await line.run(["act", "type", id, "Grace"]);
  expect(seen.out).toContain(`${id} (text) = "Grace"`);
  const answer = await line.run(["act", "clear", id, "--json"]);
  expect(step.parse(answer.json())).toMatchObject({
    status: "done",
    action: { type: "clear", id },
  });
  expect(answer.err).toBe("");
  await close(mine.sessionId);
});

test("an action with an id that is not on the page ends with exit code 4 and the error unknown-id", async () => {
  const { session: mine } = await open();
  const { exitCode, json } = await line.run(["act", "click", "nam", "--json"]);
  expect(exitCode).toBe(4);
  expect(step.parse(json())).toMatchObject({ status: "failed", error: { code: "unknown-id" } });
  await close(mine.sessionId);
});

test("a command is refused if no session or several are open, unless an option or the environment names one", async () => {
  const none = await line.run(["ping"]);
  expect([none.exitCode, none.err.includes("no session is open")]).toEqual([4, true]);
  const [first, second] = [await open(), await open()].map(({ session }) => session.sessionId);
  if (first === undefined || second === undefined) throw new Error("two sessions were opened");
  const either = await line.run(["ping"]);
  expect(either.exitCode).toBe(2);
  expect(either.err).toContain(first);
  expect(either.err).toContain(second);
  expect((await line.run(["ping", "--session", first])).exitCode).toBe(0);
  expect((await line.run(["ping"], { env: { WEBSERV_SESSION: second } })).exitCode).toBe(0);
  await Promise.all([close(first), close(second)]);
});

test("a picture lands in the file named, with what its marks mean", async () => {
  const { session: mine, observation: page } = await open();
  const file = join(line.folder, "page.webp");
  const shown = await line.run(["screenshot", "--marks", "--output", file]);
  expect([shown.exitCode, shown.err]).toEqual([0, ""]);
  expect(shown.out).toContain(`${file}  `);
  expect(shown.out).toMatch(new RegExp(`^greet +${idOf(page, "greet")}$`, "m"));
  expect((await readFile(file)).subarray(8, 12).toString()).toBe("WEBP");
  const greet = ["--id", idOf(page, "greet"), "--scale", "2", "--output", file, "--format", "png"];
  const answer = await line.json(["screenshot", ...greet]);
  expect(answer).toMatchObject({ file, format: "png", scale: 2, marks: [] });
  expect(answer).not.toHaveProperty("data");
  expect((await readFile(file)).subarray(1, 4).toString()).toBe("PNG");
  const unknown = await line.run(["screenshot", "--id", "nam", "--output", file]);
  expect([unknown.exitCode, unknown.err.includes("unknown-id")]).toEqual([4, true]);
  const nowhere = await line.run(["screenshot", "--output", join(file, "in-a-file.png")]);
  expect([nowhere.exitCode, nowhere.err.includes("--output")]).toEqual([2, true]);
  await close(mine.sessionId);
});

test("the same action id asked again gives the first answer and does nothing twice", async () => {
  const { session: mine, observation: page } = await open();
  const args = ["act", "type", idOf(page, "name"), "x", "--mode", "append", "--action-id", "once"];
  const first = step.parse(await line.json(args));
  const second = step.parse(await line.json(args));
  expect(second.step).toBe(first.step);
  const now = observation.parse(await line.json(["observe"]));
  expect(now.inputs.map(({ value }) => value)).toEqual(["x"]);
  await close(mine.sessionId);
});

test("Ctrl-C ends a command with 130 and says how to learn what became of the action", async () => {
  const { session: mine } = await open();
  const interrupt = new AbortController();
  const own = ["--session", mine.sessionId, "--budget-ms", "100000"];
  const command = line.run(["act", "goto", `${site.url}never`, ...own], {
    interrupt: interrupt.signal,
  });
  await site.neverAsked;
  interrupt.abort();
  const { exitCode, err } = await command;
  expect(exitCode).toBe(130);
  expect(err).toContain("--action-id");
  await close(mine.sessionId);
});

test("a command whose reader has had enough ends without an error", async () => {
  const { exitCode, err } = await line.shell("webserv session list | true");
  expect([exitCode, err]).toEqual([0, ""]);
});
