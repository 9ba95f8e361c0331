// Puts the words of a PDF in the place of its document's reading: the browser shows it by an extension of its own.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { PdfText } from "@webserv/shared/model/page/pdf-text.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import { pdfHtml } from "./pdf-html.ts";

/** The longest wait for the words of the tab's own document, in ms. */
const WAIT_MS = 6_000;
/** The longest wait for those of a frame, in ms: the page is told meanwhile. */
const FRAME_WAIT_MS = 900;

export interface PdfDocumentsOptions {
  /** Tells whether the last document from there came in answer to a form. */
  readonly isPosted: (tabId: number, url: string) => boolean;
  /** Has the daemon read the words. */
  readonly read: (base64: string) => Promise<PdfText>;
}

type Reading = Result<"frame.observe">;

/** Asks the document's content script. It may take longer than the reading; `signal` ends with the tab's page. */
export type AskBytes = (
  params: ParamsInput<"frame.pdf-bytes">,
  signal: AbortSignal,
) => Promise<Result<"frame.pdf-bytes">>;

interface KnownPdf {
  /** A text says why there are no words. */
  words: PdfText | string;
  /** Never rejects. */
  whenRead: Promise<void>;
}

interface TabPdfs {
  readonly known: Map<string, KnownPdf>;
  readonly ended: AbortController;
}

const NOT_YET = "its words are still being read: observe again";

export class PdfDocuments {
  readonly #options: PdfDocumentsOptions;
  readonly #byTab = new Map<number, TabPdfs>();

  constructor(options: PdfDocumentsOptions) {
    this.#options = options;
  }

  /** Returns the reading itself if it is of no PDF. */
  async told(
    tabId: number,
    { pdf, ...reading }: Reading,
    {
      prefix = "",
      form,
      expand,
    }: Pick<ObserveOptions, "form" | "expand"> & { prefix?: string | undefined },
    ask: AskBytes,
  ): Promise<Reading> {
    if (pdf === undefined) return reading;
    const known = this.#known(tabId, pdf, reading.url, ask);
    await within(known.whenRead, prefix === "" ? WAIT_MS : FRAME_WAIT_MS);
    const { budget, url } = reading;
    const written = pdfHtml(known.words, { maxTokens: budget, prefix, form, expand });
    const cut = `${pdf} ${written.cut}`;
    return {
      ...reading,
      html: written.html,
      tokens: written.tokens,
      expandable: written.more,
      omitted: written.missing.map((why) => ({ what: "text", where: url.slice(0, 300), why })),
      reading: cut,
      again: cut,
    };
  }

  /** Returns the words that are known of the PDFs on the tab's page. */
  wordsOf(tabId: number): string {
    const known = [...(this.#byTab.get(tabId)?.known.values() ?? [])];
    return known.flatMap(({ words }) => (typeof words === "string" ? [] : words.pages)).join("\n");
  }

  /** Forgets the page of a tab that is gone, or whose main document was replaced. */
  drop(tabId: number): void {
    this.#byTab.get(tabId)?.ended.abort();
    this.#byTab.delete(tabId);
  }

  #known(tabId: number, pdf: string, url: string, ask: AskBytes): KnownPdf {
    const tab: TabPdfs = this.#byTab.get(tabId) ?? {
      known: new Map(),
      ended: new AbortController(),
    };
    this.#byTab.set(tabId, tab);
    const found = tab.known.get(pdf);
    if (found !== undefined) return found;
    const known: KnownPdf = { words: NOT_YET, whenRead: Promise.resolve() };
    tab.known.set(pdf, known);
    const fill = async (): Promise<void> => {
      try {
        known.words = await this.#read(tabId, url, (params) => ask(params, tab.ended.signal));
      } catch {
        // The content script or the daemon has gone: the next one is asked anew.
        known.words = "its words could not be read: observe again";
        tab.known.delete(pdf);
      }
    };
    known.whenRead = fill();
    return known;
  }

  async #read(
    tabId: number,
    url: string,
    ask: (params: ParamsInput<"frame.pdf-bytes">) => Promise<Result<"frame.pdf-bytes">>,
  ): Promise<PdfText | string> {
    let { base64, why = "" } = await ask({ kept: true });
    if (base64 === undefined) {
      if (this.#options.isPosted(tabId, url)) {
        return "it came in answer to a form, which is not sent a second time";
      }
      ({ base64, why = "" } = await ask({ kept: false }));
    }
    return base64 === undefined ? why : await this.#options.read(base64);
  }
}

/** Waits until the work has ended, or the time is over. */
async function within(work: Promise<void>, waitMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
