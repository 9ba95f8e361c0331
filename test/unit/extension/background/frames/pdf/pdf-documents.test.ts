// Tests how often, and how, a PDF is asked for, and what is told until its words are known.
import { beforeEach, expect, test, vi } from "vitest";

import type { AskBytes } from "@webserv/extension/src/background/frames/pdf/pdf-documents.ts";
import { PdfDocuments } from "@webserv/extension/src/background/frames/pdf/pdf-documents.ts";
import type { PdfText } from "@webserv/shared/model/page/pdf-text.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

const TAB = 7;
const LEASE: PdfText = { pageCount: 1, pages: ["Terms of the lease"] };

/** The stub that the content script answers with. */
function stub(url = "http://127.0.0.1/lease.pdf"): Result<"frame.observe"> {
  const lists = { clickable: [], hoverable: [], inputs: [], selects: [], expandable: [] };
  return {
    url,
    title: "",
    html: "",
    tokens: 0,
    ...lists,
    omitted: [],
    frames: [],
    budget: 8000,
    pdf: url,
  };
}

let isPosted: boolean;
let isKept: boolean;
let asked: boolean[];
let read: (base64: string) => Promise<PdfText>;
let pdfs: PdfDocuments;
const ask: AskBytes = ({ kept }) => {
  asked.push(kept);
  return Promise.resolve(!kept || isKept ? { base64: "JVBERi0=" } : { why: "not kept" });
};

beforeEach(() => {
  [isPosted, isKept, asked] = [false, false, []];
  read = () => Promise.resolve(LEASE);
  pdfs = new PdfDocuments({ isPosted: () => isPosted, read: (base64) => read(base64) });
});

const html = async (options: Parameters<PdfDocuments["told"]>[2] = {}): Promise<string> =>
  (await pdfs.told(TAB, stub(), options, ask)).html;

test("a reading of no PDF stays as it is, and nothing is asked", async () => {
  const { pdf: _, ...page } = stub();
  expect(await pdfs.told(TAB, page, {}, ask)).toEqual(page);
  expect(asked).toEqual([]);
});

test("the address of a PDF that the browser has kept is not asked again", async () => {
  isKept = true;
  expect(await html()).toContain("Terms of the lease");
  expect(asked).toEqual([true]);
});

test("the address is asked once, however often the page is read", async () => {
  await html();
  const reading = await pdfs.told(TAB, stub(), {}, ask);
  expect(asked).toEqual([true, false]);
  expect(reading).not.toHaveProperty("pdf");
  expect(reading.again).toBe(reading.reading);
});

test("the next page of the tab is asked anew", async () => {
  await html();
  pdfs.drop(TAB);
  await html();
  expect(asked).toEqual([true, false, true, false]);
});

test("an address that was asked with a form is not asked again", async () => {
  isPosted = true;
  expect(await html()).toContain("answer to a form");
  expect(asked).toEqual([true]);
});

test("a PDF whose words take long is told as one at once, and its words later", async () => {
  vi.useFakeTimers();
  try {
    const { promise, resolve } = Promise.withResolvers<PdfText>();
    read = () => promise;
    const first = html({ prefix: "lease/" });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toMatch(/^<!--a PDF: .*observe again-->$/);
    expect(pdfs.wordsOf(TAB)).toBe("");
    resolve(LEASE);
    expect(await html({ prefix: "lease/" })).toContain('id="lease/page-1"');
    expect(pdfs.wordsOf(TAB)).toBe("Terms of the lease");
    expect(asked).toEqual([true, false]);
  } finally {
    vi.useRealTimers();
  }
});

test("after a fault the words are asked for again", async () => {
  read = () => Promise.reject(new Error("the daemon has gone"));
  expect(await html()).toContain("observe again");
  read = () => Promise.resolve(LEASE);
  expect(await html()).toContain("Terms of the lease");
});
