// Makes the one error of all code that reads images.
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** Makes an `invalid-image` that names the image and its fault. */
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
