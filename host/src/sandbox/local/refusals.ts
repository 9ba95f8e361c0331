// What the local backend answers where it can't do what is asked.
import { WebservError } from "@webserv/shared/protocol/errors.ts";

/** `what` goes on from "can't", such as "keep sandboxes ready". */
export function unsupported(what: string): WebservError {
  return new WebservError("unsupported", `the local backend can't ${what}`);
}

export function deleted(sandboxId: string): WebservError {
  return new WebservError("unknown-sandbox", `the sandbox "${sandboxId}" was deleted meanwhile`);
}
