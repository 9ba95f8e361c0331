// Answers for a PDF: the browser shows it by an extension of its own, into which no other is let.
import type { ObservationForm, Omission } from "@webserv/shared/model/page/observation.ts";
import { MAX_TITLE, pageWords } from "@webserv/shared/model/text/page-words.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

/** The tokens of the words that stand for its pages, about. */
const WORDS_TOKENS = 20;
const WORDS = "a PDF, whose words can't be read here";

export function isPdf({ contentType }: Document): boolean {
  return contentType === "application/pdf";
}

export function pdfReading(form: ObservationForm = "html"): Result<"frame.observe"> {
  return {
    url: location.href,
    title: pageWords(document.title, MAX_TITLE),
    html: form === "outline" ? `(${WORDS})` : `<!--${WORDS}-->`,
    tokens: WORDS_TOKENS,
    clickable: [],
    hoverable: [],
    inputs: [],
    selects: [],
    expandable: [],
    omitted: [unread()],
    frames: [],
    budget: WORDS_TOKENS,
  };
}

function unread(): Omission {
  return {
    what: "text",
    where: location.href.slice(0, 300),
    why: "it is a PDF: take a screenshot to see the page that shows, go on with `press PageDown`, and go back to leave it; a browser that WebServ launched saves it as a file instead",
  };
}
