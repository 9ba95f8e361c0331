// Writes the words of a PDF within a budget: a section for each page, and a mark for what is left out.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { PdfStop, PdfText } from "@webserv/shared/model/page/pdf-text.ts";
import { MAX_PDF_PAGES } from "@webserv/shared/model/page/pdf-text.ts";
import { missingId } from "@webserv/shared/protocol/missing-id.ts";
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

export interface PdfHtmlOptions {
  readonly form?: ObserveOptions["form"];
  readonly expand?: ObserveOptions["expand"];
  readonly maxTokens: number;
  /** It stands before every id. */
  readonly prefix: string;
}

export interface WrittenPdf {
  readonly html: string;
  readonly tokens: number;
  /** The ids of what is left out for want of room. */
  readonly more: string[];
  /** Why words are missing. */
  readonly missing: string[];
  /** Tells this choice of the words from others of the same PDF. */
  readonly cut: string;
}

/** A place in the words: a line of a page, both from 0. */
interface Place {
  readonly page: number;
  readonly line: number;
}

const MORE = "more:";
/** The tokens that are kept for WebServ's own remarks. */
const REMARK_TOKENS = 60;
const SECTION_TOKENS = 10;

const STOPS: Readonly<Record<PdfStop, string>> = {
  locked: "it takes a password",
  broken: "it is damaged",
  costly: "reading it takes too long, or too much memory",
  long: `it has more than ${MAX_PDF_PAGES} pages, or more words than are read`,
};

/** @param words a text says why there are none */
export function pdfHtml(words: PdfText | string, options: PdfHtmlOptions): WrittenPdf {
  const text: PdfText = typeof words === "string" ? { pageCount: 0, pages: [] } : words;
  const missing = typeof words === "string" ? [words] : whyMissing(words);
  const told = hasWords(text) ? text.pages : [];
  const pages = told.map((page) => (page === "" ? [] : page.split("\n")));
  const { from, to } = wanted(pages, options);
  const writer = new PdfWriter(options);
  writer.remark(headOf(text, missing));
  const end = writer.pages(pages, from, to);
  const isCut = end.page < to;
  const more = isCut ? [`${options.prefix}${MORE}${idOf(end)}`] : [];
  for (const id of more) writer.remark(`${id} ${wordsFrom(pages, end, to)} more words`);
  return {
    html: writer.html(),
    tokens: writer.tokens,
    more,
    missing: missing.map((why) => `${why}; ${OTHER_WAYS}`),
    cut: `${idOf(from)}-${idOf(end)}`,
  };
}

const OTHER_WAYS = "take a screenshot to see the page that shows, and go on with `press PageDown`";

function hasWords({ pages }: PdfText): boolean {
  return pages.some((page) => page !== "");
}

function whyMissing(text: PdfText): string[] {
  const { pages, stop } = text;
  return [
    ...(stop === undefined ? [] : [STOPS[stop]]),
    ...(pages.length > 0 && !hasWords(text) ? ["its pages hold pictures and no words"] : []),
  ];
}

function headOf({ pageCount, pages }: PdfText, missing: readonly string[]): string {
  const size = pageCount === 0 ? "" : ` of ${pageCount} ${pageCount === 1 ? "page" : "pages"}`;
  const read = pages.length;
  const partly = read > 0 && read < pageCount ? `, the first ${read} read` : "";
  const why = missing.length === 0 ? "" : `: ${missing.join("; ")}`;
  return `a PDF${size}${partly}${why}`;
}

/** Returns the place that the words begin at, and the page before which they end. */
function wanted(
  pages: readonly (readonly string[])[],
  { expand, prefix }: PdfHtmlOptions,
): { readonly from: Place; readonly to: number } {
  const whole = { from: { page: 0, line: 0 }, to: pages.length };
  if (expand === undefined) return whole;
  const id = expand.startsWith(prefix) ? expand.slice(prefix.length) : expand;
  const [, more, page = "", line = "1"] = /^(more:)?page-(\d+)(?:\.(\d+))?$/.exec(id) ?? [];
  const from = { page: Number(page) - 1, line: Number(line) - 1 };
  const lines = pages[from.page];
  if (lines !== undefined && from.line >= 0 && from.line <= lines.length) {
    return { from, to: more === undefined ? from.page + 1 : pages.length };
  }
  // The frame itself is expanded.
  if (`${id}/` === prefix) return whole;
  throw missingId(
    expand,
    "unknown-id",
    pages.map((_, page) => prefix + idOf({ page, line: 0 })),
  );
}

function idOf({ page, line }: Place): string {
  return `page-${page + 1}${line === 0 ? "" : `.${line + 1}`}`;
}

function wordsFrom(
  pages: readonly (readonly string[])[],
  { page, line }: Place,
  to: number,
): number {
  const lines = [...(pages[page]?.slice(line) ?? []), ...pages.slice(page + 1, to).flat()];
  return lines.reduce((sum, each) => sum + each.split(" ").length, 0);
}

class PdfWriter {
  readonly #options: PdfHtmlOptions;
  readonly #pieces: string[] = [];
  #tokens = 0;

  constructor(options: PdfHtmlOptions) {
    this.#options = options;
  }

  get tokens(): number {
    return this.#tokens;
  }

  get #isOutline(): boolean {
    return this.#options.form === "outline";
  }

  html(): string {
    return this.#pieces.join(this.#isOutline ? "\n" : "");
  }

  remark(says: string): void {
    this.#push(this.#isOutline ? `(${says})` : `<!--${says}-->`);
  }

  /** Writes as many lines as there is room for, and returns the place behind the last one. */
  pages(pages: readonly (readonly string[])[], from: Place, to: number): Place {
    for (let page = from.page; page < to; page++) {
      const lines = pages[page] ?? [];
      const begin = page === from.page ? from.line : 0;
      const end = begin + this.#fitting(lines.slice(begin));
      if (end === begin && begin < lines.length) return { page, line: begin };
      this.#section(idOf({ page, line: 0 }), lines.slice(begin, end));
      if (end < lines.length) return { page, line: end };
    }
    return { page: to, line: 0 };
  }

  /** Returns how many of the lines there is room for. */
  #fitting(lines: readonly string[]): number {
    let left = this.#options.maxTokens - REMARK_TOKENS - SECTION_TOKENS - this.#tokens;
    const beyond = lines.findIndex((line) => (left -= estimateTokens(line) + 1) < 0);
    // However little room there is, something is told, so that an expansion gets on.
    const least = this.#pieces.length === 1 ? 1 : 0;
    return beyond === -1 ? lines.length : Math.max(least, beyond);
  }

  #section(id: string, lines: readonly string[]): void {
    const { prefix, form } = this.#options;
    if (this.#isOutline) {
      this.#push(`page ${prefix}${id}`);
      for (const line of lines) this.#push(` ${JSON.stringify(visibleCharacters(line))}`);
      return;
    }
    const name = form === "paper" ? "data-semantic-id" : "id";
    const words = lines.length === 0 ? "<!--no words-->" : lines.map(escaped).join("\n");
    this.#push(`<section ${name}="${prefix}${id}">${words}</section>`);
  }

  #push(piece: string): void {
    this.#pieces.push(piece);
    this.#tokens += estimateTokens(piece);
  }
}

function escaped(text: string): string {
  return visibleCharacters(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
