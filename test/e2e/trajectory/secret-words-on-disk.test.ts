// Looks on the disk for secrets that are short, that are words of the record itself, or that stand in an address.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { InputMode } from "@webserv/shared/model/step.ts";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { searchDisk } from "../../support/programs/disk-search.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { secretPages } from "../../support/pages/secret-pages.ts";

let chain: Chain;
let server: PageServer;
let own: OwnBrowser;
let browserId: string;
beforeAll(async () => {
  // Everything that can be logged is.
  process.env["WEBSERV_LOG"] = "trace";
  [chain, server] = await Promise.all([Chain.open(), PageServer.listen(secretPages)]);
  ({ own, browserId } = await chain.ownBrowser());
});
afterAll(async () => {
  await chain.close();
  await server.close();
});

async function open(input: InputMode, path = "/"): Promise<ChainSession> {
  return await chain.session({ url: server.url(path), browserId, input });
}

describe.each(["trusted", "synthetic"] as const)("secrets by %s input", (input) => {
  test("an address keeps nothing of a short code, nor of a number that was pressed", async () => {
    await using session = await open(input, "/short");
    const code = {
      type: "type",
      id: session.id("security-code"),
      text: "739",
      enter: true,
    } as const;
    const sent = await session.act(code);
    expect(sent.effects.navigated?.to).toContain("cvc=739");
    await session.act({ type: "goto", url: server.url("/short") });
    for (const key of "6284") await session.act({ type: "press", key, id: session.id("pin") });
    await session.act({ type: "press", key: "Enter" });
    await until(async () => (await session.observe()).title === "Done", "the form is sent");
    await session.act({ type: "refresh" });
    expect(await searchDisk(chain.paths.home, ["cvc=739", "pin=6284"])).toEqual([]);
  });

  test("words that are names and codes elsewhere are withheld, and each step is recorded", async () => {
    await using session = await open(input);
    const words = ["secret", "next", "type", "text", "code", "message", "details", "password"];
    for (const text of words) {
      const typed = { type: "type", id: session.id("password"), text } as const;
      for (const action of [typed, { ...typed, id: "nowhere" }]) {
        expect(await session.act(action)).not.toHaveProperty("recordingError");
      }
    }
    const steps = await session.recorded();
    expect(steps).toHaveLength(2 * words.length);
    expect(steps[0]?.action).toMatchObject({ type: "type", id: session.id("password") });
    expect(steps.filter(({ action }) => withheldOf(action) === undefined)).toEqual([]);
  });
});

test("the name and the password of a sign-in in an address leave nothing", async () => {
  const planted: string[] = [];
  const signIn = (way: string): string => {
    const text = `${way}-${crypto.randomUUID()}`;
    planted.push(text);
    return server.url("/members").replace("//", `//me:${text}@`);
  };
  await using session = await open("trusted", "/");
  for (const type of ["goto", "new_tab"] as const) {
    const step = await session.act({ type, url: signIn(type) });
    expect(step).toMatchObject({ status: "done", action: { url: server.url("/members") } });
    expect(step.observation?.html).toContain("Welcome");
  }
  await using opened = await chain.session({ url: signIn("open"), browserId });
  expect((await opened.observe()).html).toContain("Welcome");
  const stored = await own.inWorker(async () => [
    await chrome.storage.session.get(null),
    await chrome.storage.local.get(null),
  ]);
  for (const text of planted) expect(JSON.stringify(stored)).not.toContain(text);
  expect(await searchDisk(chain.paths.home, planted)).toEqual([]);
});
