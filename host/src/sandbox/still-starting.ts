// Makes the error for a sandbox that is used before it is ready.
import { WebservError } from "@webserv/shared/errors/errors.ts";

export function stillStarting(sandboxId: string): WebservError {
  return new WebservError("sandbox-not-ready", `the sandbox "${sandboxId}" is still starting`, {
    next: "Try again when `webserv sandbox list` shows it as ready.",
  });
}
