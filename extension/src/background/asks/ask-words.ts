// Describes, in words for agents, the browser's own windows that cover a page.
import { MAX_ASKED } from "@webserv/shared/model/page/ask-kinds.ts";
import type { Omission } from "@webserv/shared/model/page/observation.ts";
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/**
 * Makes the error for input that no frame has received. `what` says what was done; `over` is the ask whose window
 * covers the page, as far as it is known.
 */
export function inputBlocked(what: string, over: PageAsk | null): WebservError {
  const window =
    over === null
      ? "the browser may be showing a window of its own over the page, or a frame that can't be read took the input"
      : `the browser shows a window of its own over the page: it ${doing(over)}`;
  return new WebservError("input-blocked", `${what}, but no input reached the page: ${window}`, {
    ...(over === null ? { next: NEXT_UNLESS_KNOWN } : {}),
    details: over === null ? {} : { ...over },
  });
}

const NEXT_UNLESS_KNOWN =
  "Look at the observation before acting again. A page of another site (goto) closes a window of the browser's; or ask the person to answer it.";

/** Tells whether a frame that can't be read may have taken the input of an `inputBlocked`. */
export function mayHaveArrived({ code, details }: WebservError): boolean {
  return code === "input-blocked" && details["kind"] === undefined;
}

function doing({ kind, what }: PageAsk): string {
  switch (kind) {
    case "program":
      return `asks whether another program may open ${what}`;
    case "print":
      return "asks how to print";
    case "files":
      return "asks for a file";
    case "permission":
      return `asks for the permission ${what}`;
    case "sign-in":
      return `asks for a name and a password for ${what}`;
  }
}

/** Describes an ask that was made while no step was under way that could report it. */
export function askOmission(ask: PageAsk): Omission {
  const asked = `the page ${doing(ask)}`;
  return {
    what: "page",
    where: (ask.url ?? "").slice(0, MAX_ASKED),
    why: `${asked}: ${answered(ask)}`,
  };
}

const GIVE_SIGN_IN = "give one in the address, as in http://name:password@host/";

function answered({ kind, answer }: PageAsk): string {
  if (answer === "open") return "the browser may be asking the person";
  if (answer === "denied") return "the browser's settings say no";
  return kind === "sign-in"
    ? `it was sent none that it accepts, and is what the server answers without; ${GIVE_SIGN_IN}`
    : "nothing was opened";
}
