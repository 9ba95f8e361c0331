// The one error of everything that reads images.
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** `invalid-image`: which image, and what is wrong with it. */
export function invalidImage(
  image: string,
  what: string,
  options: { readonly next?: string; readonly cause?: unknown } = {},
): WebservError {
  return new WebservError("invalid-image", `${image}: ${what}`, {
    details: { image },
    cause: options.cause,
    ...(options.next === undefined ? {} : { next: options.next }),
  });
}
