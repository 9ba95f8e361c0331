// Tests what is read of a PDF, and that one that can't be read holds nothing up.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { PdfReader } from "@webserv/host/src/pdf/read-pdf.ts";
import { MAX_PDF_PAGES } from "@webserv/shared/model/page/pdf-text.ts";

import { pdfOf, smallPdf } from "../../../support/pages/small-pdf.ts";

const { signal } = new AbortController();
const reader = new PdfReader({
  program: join(packageRoot, "host", "src", "pdf", "main.ts"),
  readable: packageRoot,
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "webserv-pdf-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("what is read of a PDF", () => {
  test("the words of each page are told line by line", async () => {
    const pdf = pdfOf([["Invoice 17", "Total (with tax): 640"], [], ["Paid"]]);
    expect(await reader.read(pdf, signal)).toEqual({
      pageCount: 3,
      pages: ["Invoice 17\nTotal (with tax): 640", "", "Paid"],
    });
  });

  test("what stands in the fields of a form is told with their names", async () => {
    const pdf = pdfOf([["Application"]], { fields: { Surname: "Okafor" } });
    expect(await reader.read(pdf, signal)).toEqual({
      pageCount: 1,
      pages: ["Application\nSurname: Okafor"],
    });
  });

  test("a long line is broken between words, and loses none", async () => {
    const line = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");
    const { pages } = await reader.read(pdfOf([[line]], { width: 30_000 }), signal);
    expect(pages[0]?.split("\n").length).toBeGreaterThan(2);
    expect(pages[0]?.replaceAll("\n", " ")).toBe(line);
  });

  test("no more pages are read than the limit", async () => {
    const pages = Array.from({ length: MAX_PDF_PAGES + 2 }, (_, at) => [`Page ${at}`]);
    const read = await reader.read(pdfOf(pages), signal);
    expect(read).toMatchObject({ pageCount: MAX_PDF_PAGES + 2, stop: "long" });
    expect(read.pages).toHaveLength(MAX_PDF_PAGES);
  });

  test("a PDF with a password is said to be locked", async () => {
    expect(await reader.read(pdfOf([["Secret"]], { locked: true }), signal)).toEqual({
      pageCount: 0,
      pages: [],
      stop: "locked",
    });
  });

  test.each([
    ["is cut off", smallPdf().subarray(0, 200)],
    ["is empty", Buffer.alloc(0)],
    ["is something else", Buffer.from("<h1>Sign in</h1>")],
  ])("a PDF that %s is said to be broken", async (_how, bytes) => {
    expect(await reader.read(bytes, signal)).toMatchObject({ stop: "broken" });
  });
});

describe("a process that does not do its work", () => {
  const readerOf = async (name: string, program: string): Promise<PdfReader> => {
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, program);
    return new PdfReader({ program: file, longestMs: 1_000 });
  };

  test.each([
    ["never answers", "for (;;) {}"],
    ["ends at once", "process.exit(1);"],
    ["says something else", 'console.log("hello"); setInterval(() => {}, 1000);'],
    ["says too much", "for (;;) process.stdout.write('x'.repeat(1e6));"],
  ])("one that %s is ended, and said to be too costly", async (name, program) => {
    const bad = await readerOf(name.replaceAll(" ", "-"), program);
    expect(await bad.read(smallPdf(), signal)).toMatchObject({ pages: [], stop: "costly" });
  });

  test("the pages that it has told before it is ended are kept", async () => {
    const slow = await readerOf(
      "slow",
      'console.log(\'{"pageCount":2}\\n{"page":"One"}\'); setInterval(() => {}, 1000);',
    );
    expect(await slow.read(smallPdf(), signal)).toEqual({
      pageCount: 2,
      pages: ["One"],
      stop: "costly",
    });
  });

  test("it may not read files, nor start a program", async () => {
    const curious = await readerOf(
      "curious",
      `import { readFileSync } from "node:fs"; import { execFileSync } from "node:child_process";
       const tried = [() => readFileSync(${JSON.stringify(join(packageRoot, "package.json"))}), () => execFileSync(process.execPath, ["-v"])];
       const told = tried.map((each) => { try { each(); return "done"; } catch ({ code }) { return code; } });
       console.log(JSON.stringify({ pageCount: 1 })); console.log(JSON.stringify({ page: told.join() }));`,
    );
    expect((await curious.read(smallPdf(), signal)).pages).toEqual([
      "ERR_ACCESS_DENIED,ERR_ACCESS_DENIED",
    ]);
  });
});
