// Describes what a page asked the browser to open over it, in words for models and people.
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";

import { address, quoted } from "./page-words.ts";

/** Returns a text such as: asked for a mail program (mailto:me@shop.test): not opened */
export function describeAsk({ kind, what, url, answer }: PageAsk): string {
  switch (kind) {
    case "program":
      return `asked for another program (${address(what)}): ${answers[answer]}`;
    case "print":
      return `asked to print: ${answers[answer]}`;
    case "files":
      return `asked ${WANTED[what] ?? "for a file"}: ${answers[answer]}${answer === "refused" && what === "" ? "; give files with upload" : ""}`;
    case "permission":
      return `asked for ${quoted(what)}: ${answers[answer]}`;
    case "sign-in":
      return `${address(url ?? "")} asks for an HTTP sign-in (${quoted(what)}), and was sent none that it accepts: ${SIGN_IN}`;
  }
}

/** Says what a picker wants, by `what`. */
const WANTED: Readonly<Record<string, string>> = {
  save: "where to save a file",
  folder: "for a folder",
};

const SIGN_IN = "give one in the address, as in http://name:password@host/";

const answers: Record<PageAsk["answer"], string> = {
  refused: "not opened",
  denied: "denied by the browser",
  open: "the browser may be asking the person",
};
