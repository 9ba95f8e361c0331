import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { StepOutcome } from "@webserv/shared/model/step.ts";
import { preparePreferences } from "@webserv/host/src/browser/launch/profile-preferences.ts";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TooEarly, underDeadline } from "../../../support/time/under-deadline.ts";
import { TestAgent } from "../agent.ts";

let finishSlow = (): void => {};

function attachment(name: string, body: string): PageSource {
  return (_request, response) => {
    response.writeHead(200, { "content-disposition": `attachment; filename=${name}` }).end(body);
  };
}

const pages = {
  "/files": `<title>Files</title><h1>Files</h1>
    <a href="/attached">Attached</a> <a href="/plain" download="named.txt">Named</a>
    <a id="blob" download="made.txt">Blob</a> <a href="data:text/plain,hi" download="data.txt">Data</a>
    <a href="/attached" target="_blank">Elsewhere</a>
    <a href="/slow">Slow</a> <a href="/cut">Cut</a> <button>Nothing</button>
    <script>blob.href = URL.createObjectURL(new Blob(["made here"]))</script>`,
  "/attached": attachment("report.txt", "report"),
  "/plain": "plain",
  "/slow": (_request, response) => {
    response.writeHead(200, {
      "content-disposition": "attachment; filename=slow.bin",
      "content-length": "200000",
    });
    response.write("x".repeat(100_000));
    finishSlow = () => response.end("x".repeat(100_000));
  },
  "/cut": (_request, response) => {
    response.writeHead(200, {
      "content-disposition": "attachment; filename=cut.bin",
      "content-length": "1000",
    });
    response.write("part", () => response.destroy());
  },
  "/empty": (_request, response) => {
    response.writeHead(204).end();
  },
} satisfies Record<string, PageSource>;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch({ prepare: preparePreferences }),
    PageServer.listen(pages),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

function open(): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url("/files"));
}

/** A download that goes on while its step ends. */
async function beginSlow(): Promise<{ agent: TestAgent; step: StepOutcome }> {
  return await underDeadline(1_000, async (budgetMs) => {
    const agent = await open();
    const settle = { idleMs: 50, budgetMs };
    const step = await agent.act({ type: "click", id: agent.id("slow") }, settle);
    const hasBegun = step.effects.downloads !== undefined;
    if (hasBegun && step.settle?.status !== "timeout") return { agent, step };
    finishSlow();
    await agent.close();
    throw new TooEarly(`the step ended within ${budgetMs} ms, before it had seen the download`);
  });
}

/** The file has another name the second time. */
const slow: unknown = expect.stringMatching(/^slow.*\.bin$/);

describe("downloads of a session", () => {
  test.each([
    ["attached", /^report( \(\d+\))?\.txt$/, "report"],
    ["named", /^named( \(\d+\))?\.txt$/, "plain"],
    ["blob", /^made( \(\d+\))?\.txt$/, "made here"],
    ["data", /^data( \(\d+\))?\.txt$/, "hi"],
  ] as const)("the download %s is told with its name, size and place", async (id, name, body) => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: agent.id(id) });
    expect(step).toMatchObject({
      status: "done",
      effects: { downloads: [{ state: "complete", bytes: body.length }] },
      observation: { title: "Files" },
    });
    expect(step.error).toBeUndefined();
    const file = step.effects.downloads?.[0];
    expect(file?.name).toMatch(name);
    expect(await readFile(file?.path ?? "", "utf8")).toBe(body);
    await agent.close();
  });

  test("a file that is downloaded twice has two paths", async () => {
    const agent = await open();
    const first = await agent.act({ type: "click", id: agent.id("attached") });
    const second = await agent.act({ type: "click", id: agent.id("attached") });
    const paths = [first, second].map(({ effects }) => effects.downloads?.[0]?.path);
    expect(new Set(paths).size).toBe(2);
    await agent.close();
  });

  test("goto is done if its address is a download, and fails if the address has no content", async () => {
    const agent = await open();
    const step = await agent.act({ type: "goto", url: server.url("/attached") });
    expect(step).toMatchObject({
      status: "done",
      effects: { downloads: [{ state: "complete", bytes: 6 }] },
      observation: { title: "Files" },
    });
    expect(step.error).toBeUndefined();
    const empty = await agent.act({ type: "goto", url: server.url("/empty") });
    expect(empty).toMatchObject({ status: "failed", error: { code: "navigation-failed" } });
    await agent.close();
  });

  test("a download from a window that a link opens is told in the session's step", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: agent.id("elsewhere") });
    expect(step.effects.downloads).toMatchObject([{ state: "complete", bytes: 6 }]);
    await agent.close();
  });

  test("a download that takes longer is told as in progress, and its end is told by a later step", async () => {
    const { agent, step } = await beginSlow();
    expect(step).toMatchObject({
      status: "done",
      effects: { downloads: [{ name: slow, state: "in-progress", totalBytes: 200_000 }] },
      settle: { status: "partial" },
    });
    expect(step.settle?.reasons.join()).toContain("still in progress");
    const meanwhile = await agent.act({ type: "click", id: agent.id("nothing") });
    expect(meanwhile).toMatchObject({ settle: { status: "settled" } });
    expect(meanwhile.effects.downloads).toBeUndefined();
    finishSlow();
    let told: unknown;
    await expect
      .poll(async () => {
        const next = await agent.act({ type: "click", id: agent.id("nothing") });
        told ??= next.effects.downloads;
        return told;
      })
      .toMatchObject([{ name: slow, state: "complete", bytes: 200_000 }]);
    await agent.close();
  });

  test.each([true, false])(
    "a download is told as complete after the worker starts anew (it ended before that: %s)",
    async (before) => {
      const { agent } = await beginSlow();
      const hellos = chromium.daemon.hellos.length;
      await chromium.stopWorker();
      if (before) finishSlow();
      const panel = await chromium.openPanel();
      await expect.poll(() => chromium.daemon.hellos.length).not.toBe(hellos);
      if (!before) finishSlow();
      const told: unknown[] = [];
      await expect
        .poll(async () => {
          const next = await agent.act({ type: "click", id: agent.id("nothing") });
          told.push(...(next.effects.downloads ?? []));
          return told;
        })
        .toMatchObject([{ state: "complete", bytes: 200_000 }]);
      await panel.close();
      await agent.close();
    },
  );

  test("a download that breaks off is told as failed, with the reason", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: agent.id("cut") });
    expect(step.effects.downloads).toMatchObject([{ state: "failed" }]);
    expect(step.effects.downloads?.[0]?.reason).toMatch(/^[A-Z_]+$/);
    await agent.close();
  });

  test("a download of one session is not told to another", async () => {
    const [mine, other] = await Promise.all([open(), open()]);
    await mine.act({ type: "click", id: mine.id("attached") }, { mode: "none" });
    const step = await other.act({ type: "click", id: other.id("nothing") });
    expect(step.effects.downloads).toBeUndefined();
    await Promise.all([mine.close(), other.close()]);
  });
});

test("a profile's other preferences are kept when its folder for downloads is set", async () => {
  const { mkdtemp, mkdir, rm, writeFile } = await import("node:fs/promises");
  const profile = await mkdtemp(join(tmpdir(), "webserv-preferences-"));
  const file = join(profile, "Default", "Preferences");
  await mkdir(join(profile, "Default"));
  await writeFile(file, JSON.stringify({ homepage: "x", download: { other: 1 } }));
  await preparePreferences(profile);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    homepage: "x",
    download: { other: 1, default_directory: join(profile, "downloads") },
  });
  await writeFile(file, "{");
  await expect(preparePreferences(profile)).rejects.toMatchObject({ code: "launch-failed" });
  await rm(profile, { recursive: true });
});

test("a download is told to the daemon when it begins and when it ends, without a step", async () => {
  const agent = await open();
  const told = () =>
    chromium.daemon.downloads
      .filter(({ sessionId }) => sessionId === agent.sessionId)
      .map(({ change, download: { name, state } }) => `${change}: ${name} ${state}`);
  await agent.act({ type: "click", id: agent.id("slow") }, { budgetMs: 200 });
  const begun: unknown = expect.stringMatching(/^begun: slow.*in-progress$/);
  await expect.poll(told).toEqual([begun]);
  finishSlow();
  const ended: unknown = expect.stringMatching(/^ended: slow.*\.bin complete$/);
  await expect.poll(() => told().slice(1)).toEqual([ended]);
  await agent.act({ type: "click", id: agent.id("cut") });
  const cut: unknown = expect.stringMatching(/^ended: cut.*\.bin failed$/);
  await expect.poll(() => told().slice(3)).toEqual([cut]);
  await agent.close();
});
