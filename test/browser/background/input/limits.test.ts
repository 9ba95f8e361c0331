// Meets each refusal of `limits` in the built extension: what only one kind of input can do.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Action } from "@webserv/shared/model/action.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { limits } from "../../../../extension/src/background/input/limits.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const things = `<title>Things</title><div role="button" tabindex="0" aria-label="Handle">Handle</div>
  <div role="button" tabindex="0" aria-label="Bin">Bin</div><input type="file" aria-label="Field">
  <button aria-label="Opener">Open</button>`;

const heard = `<title>Heard</title><button aria-label="Go">Go</button>
  <button aria-label="Colour" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="colours">Any</button>
  <ul id="colours" role="listbox" hidden><li role="option">Red</li></ul><p></p><script>
    const [go, colour] = document.querySelectorAll("button");
    go.onclick = ({ isTrusted }) => {
      document.querySelector("p").textContent = "[" + isTrusted + " " + navigator.userActivation.isActive + "]";
    };
    colour.onclick = ({ isTrusted }) => { if (isTrusted) { colours.hidden = false; colour.ariaExpanded = "true"; } };
  </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;
let file: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-limits-"));
  file = join(folder, "note.txt");
  await writeFile(file, "a note");
  const framed: PageSource = (request, response) => {
    const host = (request.headers.host ?? "").replace("127.0.0.1", "localhost");
    response.setHeader("content-type", "text/html");
    response.end(`${things}<iframe title="Far" src="http://${host}/things"></iframe>`);
  };
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/things": things, "/framed": framed, "/heard": heard }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
  await rm(folder, { recursive: true });
});

interface Refused {
  readonly path: string;
  readonly does: (id: (name: string) => string) => Action;
}

const drag: Refused = {
  path: "/framed",
  does: (id) => ({ type: "drag", id: id("handle"), to: "far/bin" }),
};

/** Complete by type: a new refusal needs its case here. */
const cases: {
  readonly [L in keyof typeof limits]: {
    readonly [
      K in "trusted" | "synthetic" as (typeof limits)[L][K] extends { refusal: object } ? K : never
    ]: Refused;
  };
} = {
  origin: {},
  activation: {},
  pointer: {},
  keys: {},
  text: {},
  menu: {},
  list: {
    synthetic: {
      path: "/heard",
      does: (id) => ({ type: "select", id: id("colour"), options: ["Red"] }),
    },
  },
  drag: { trusted: drag, synthetic: drag },
  upload: {
    trusted: {
      path: "/framed",
      does: () => ({ type: "upload", id: "far/field", files: [file] }),
    },
    synthetic: {
      path: "/things",
      does: (id) => ({ type: "upload", id: id("opener"), files: [file] }),
    },
  },
  dialogs: { synthetic: { path: "/things", does: () => ({ type: "dialog", accept: true }) } },
  downloads: {},
  background: {},
  pictures: {},
};

const refusals = Object.entries(cases).flatMap(([name, kinds]) =>
  Object.entries(kinds).map(([input, refused]) => ({ name, input, refused })),
);

test.each(refusals)("$input input refuses $name in the words of the table", async (each) => {
  const { name, input, refused } = each;
  const kind = input === "trusted" ? "trusted" : "synthetic";
  const [, limit] = Object.entries(limits).find(([key]) => key === name) ?? [];
  const ability = limit?.[kind];
  const refusal = ability !== undefined && "refusal" in ability ? ability.refusal : undefined;
  const agent = await TestAgent.open(chromium.daemon, server.url(refused.path), { input: kind });
  const step = await agent.act(refused.does((id) => agent.id(id)));
  expect(step.status).not.toBe("done");
  expect(step.error?.message).toContain(refusal?.why);
  await agent.close();
});

describe.each(["trusted", "synthetic"] as const)("a click by %s input", (input) => {
  test("a click is trusted and counts as a person's only if the table of limits says so", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/heard"), { input });
    const step = await agent.act({ type: "click", id: agent.id("go") });
    const isTrusted = input === "trusted";
    expect(htmlOf(step)).toContain(`[${isTrusted} ${isTrusted}]`);
    expect(limits.origin[input].words.startsWith(String(isTrusted))).toBe(true);
    await agent.close();
  });
});
