// The marks on pictures: where they stand, and what they leave as it is.
import type {
  Box,
  Mark,
  Screenshot,
  ScreenshotOptions,
} from "@webserv/shared/model/page/screenshot.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { PictureReader } from "../../../support/browser/picture-reader.ts";
import { TestAgent } from "../agent.ts";
import type { OpenOptions } from "../agent.ts";
import { pages } from "./pictured-pages.ts";

let chromium: ExtensionBrowser;
let server: PageServer;
let reader: PictureReader;
beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
  reader = await PictureReader.open(chromium.browser);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const open = (path: string, options?: OpenOptions): Promise<TestAgent> =>
  TestAgent.open(chromium.daemon, server.url(path), options);

function shoot(
  { sessionId }: TestAgent,
  screenshot: Partial<ScreenshotOptions> = {},
): Promise<Screenshot> {
  return chromium.daemon.call("lease.screenshot", { sessionId, screenshot });
}

/** What lies under the drawn marks: chips, and outlines of two px. */
const drawn = (marks: readonly Mark[]): Box[] =>
  marks.flatMap(({ chip, x, y, width, height }) => [
    chip,
    { x: x - 3, y: y - 3, width: width + 6, height: 4 },
    { x: x - 3, y: y + height - 1, width: width + 6, height: 4 },
    { x: x - 3, y: y - 3, width: 4, height: height + 6 },
    { x: x + width - 1, y: y - 3, width: 4, height: height + 6 },
  ]);

describe("marks on pictures", () => {
  test("marks bear the ids of what they stand at, and change no other px", async () => {
    const agent = await open("/boxes");
    const [plain, marked] = [await shoot(agent), await shoot(agent, { marks: true })];
    expect(marked.marks.map(({ id }) => id).toSorted()).toEqual(
      ["red", "blue", "some-text-to-read"].map((name) => agent.id(name)).toSorted(),
    );
    const red = marked.marks.find(({ id }) => id === agent.id("red"));
    expect(red).toMatchObject({ label: "red", x: 100, y: 50, width: 200, height: 100 });
    expect(await reader.differences(plain, marked, [])).toBeGreaterThan(0);
    expect(await reader.differences(plain, marked, drawn(marked.marks))).toBe(0);
    const edges = marked.marks.flatMap(({ chip }) => [
      { x: chip.x, y: chip.y },
      { x: chip.x + chip.width - 1, y: chip.y + chip.height - 1 },
    ]);
    const { colours } = await reader.colours(marked, edges);
    expect(new Set(colours)).toEqual(new Set(["#111111"]));
    await agent.close();
  });

  test("marks stand only at what shows, and the reason is told for one that was asked for by id", async () => {
    const agent = await open("/covered");
    const behind = agent.id("behind");
    const all = await shoot(agent, { marks: true });
    const ids = all.marks.map(({ id }) => id);
    expect(ids).toContain(agent.id("half"));
    expect(ids).not.toContain(behind);
    expect(ids).not.toContain(agent.id("scrolled-away"));
    const cut = all.marks.find(({ id }) => id === agent.id("cut"));
    expect(cut?.height).toBe(40);
    const asked = await shoot(agent, { marks: [behind, agent.id("half")] });
    expect(asked.marks.map(({ id }) => id)).toEqual([agent.id("half")]);
    expect(asked.omitted).toEqual([
      { what: "mark", where: behind, why: "something else lies over it" },
    ]);
    await agent.close();
  });

  test("500 marks have labels and ids of their own, and it is told that marks are left out", async () => {
    const agent = await open("/crowded");
    await agent.observe({ maxTokens: 100_000 });
    const { marks, omitted } = await shoot(agent, { marks: true });
    expect(marks).toHaveLength(500);
    expect(omitted).toMatchObject([{ what: "mark", where: "" }]);
    expect(new Set(marks.map(({ label }) => label)).size).toBe(500);
    expect(new Set(marks.map(({ id }) => id)).size).toBe(500);
    await agent.close();
  });

  test("marks of a page that never rests are told to be of another moment", async () => {
    const agent = await open("/moving");
    const { omitted } = await shoot(agent, { marks: true });
    expect(omitted).toContainEqual(expect.objectContaining({ what: "moment" }));
    await agent.close();
  });
});
