// Reads a document that shows a PDF: the worker puts the words in the place of this reading.
import { MAX_TITLE, pageWords } from "@webserv/shared/model/text/page-words.ts";
import { DEFAULT_MAX_TOKENS, NOTHING_READ } from "@webserv/shared/model/page/observation.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

export function isPdf({ contentType }: Document): boolean {
  return contentType === "application/pdf";
}

export function pdfStub({ maxTokens }: Params<"frame.observe">): Result<"frame.observe"> {
  return {
    url: location.href,
    title: pageWords(document.title, MAX_TITLE),
    ...NOTHING_READ,
    frames: [],
    budget: maxTokens ?? DEFAULT_MAX_TOKENS,
    pdf: `${performance.timeOrigin} ${location.href}`.slice(0, 2_000),
  };
}
