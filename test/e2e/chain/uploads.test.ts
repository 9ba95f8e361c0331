import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { stepOutcome } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { CommandLine } from "../../support/programs/command-line.ts";
import { PageServer } from "../../support/pages/page-server.ts";

const opened = z.object({ session: z.object({ sessionId: z.string() }) });

let line: CommandLine;
let server: PageServer;
let folder: string;

beforeAll(async () => {
  [line, server] = await Promise.all([
    CommandLine.open(),
    PageServer.listen({
      "/": `<title>Upload</title><label>File <input type="file"
        onchange="this.files[0].text().then((text) => (out.textContent = 'got ' + text))"></label><p id="out"></p>
        <div ondragover="event.preventDefault()" ondrop="event.preventDefault();
          event.dataTransfer.files[0].text().then((text) => (out.textContent = 'dropped ' + text))">Files here</div>
        <div ondragover="out.textContent = 'dragged'" ondrop="out.textContent = 'dropped all the same'">Wall</div>`,
    }),
  ]);
  folder = await mkdtemp(join(tmpdir(), "webserv-upload-"));
  await writeFile(join(folder, "note.txt"), "a note");
  await symlink("/etc/hostname", join(folder, "outside.txt"));
});
afterAll(async () => {
  await line.close();
  await server.close();
  await rm(folder, { recursive: true });
});

test("a launched browser is given files of the session's folder, and no others", async () => {
  await line.json(["browser", "launch", "--headless"]);
  const open = ["session", "open", server.url("/"), "--files-from", folder];
  const { sessionId } = opened.parse(await line.json(open)).session;
  const upload = (name: string) => ["act", "upload", "file", join(folder, name)];
  const step = stepOutcome.parse(await line.json(upload("note.txt")));
  expect(step).toMatchObject({ status: "done", effects: { value: "note.txt" } });
  expect(step.observation?.html).toContain("got a note");
  const refused = await line.run(upload("outside.txt"));
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain("file-not-allowed");
  await line.json(["session", "close", sessionId]);
});

test("by synthetic input files go through the daemon, which refuses those outside of the session's folder", async () => {
  const open = ["session", "open", server.url("/"), "--files-from", folder, "--input", "synthetic"];
  const { sessionId } = opened.parse(await line.json(open)).session;
  const upload = (name: string) => ["act", "upload", "file", join(folder, name)];
  const step = stepOutcome.parse(await line.json(upload("note.txt")));
  expect(step).toMatchObject({ status: "done", input: "synthetic" });
  expect(step.observation?.html).toContain("got a note");
  const refused = await line.run(upload("outside.txt"));
  expect(refused.err).toContain("file-not-allowed");
  await line.json(["session", "close", sessionId]);
});

test("by synthetic input files are dropped too, if the page takes them", async () => {
  const open = ["session", "open", server.url("/"), "--files-from", folder, "--input", "synthetic"];
  await line.json(open);
  const upload = (id: string) => ["act", "upload", id, join(folder, "note.txt")];
  const step = stepOutcome.parse(await line.json(upload("files-here")));
  expect(step).toMatchObject({ status: "done", input: "synthetic" });
  expect(step.observation?.html).toContain("dropped a note");
  const refused = await line.run(upload("wall"));
  expect(refused.exitCode).toBe(1);
  expect(refused.out).toContain("took no files");
});
