// Makes the error for several options that are given for a list of one.
import { WebservError } from "@webserv/shared/errors/errors.ts";

export function takesOne(id: string, options: readonly string[]): WebservError {
  const listed = options.map((option) => JSON.stringify(option)).join(", ");
  return new WebservError(
    "value-refused",
    `"${id}" takes one option, and ${options.length} were given: ${listed}`,
    { next: "Choose one of them.", details: { id, options } },
  );
}
