// Converts a WebservError to the error of a JSON-RPC answer, and back.
import type { ErrorObject } from "./envelope.ts";
import { APPLICATION_ERROR, jsonRpcNumbers } from "./envelope.ts";
import { isErrorCode, WebservError } from "../errors/errors.ts";

export function toErrorObject(error: WebservError): ErrorObject {
  return {
    code: jsonRpcNumbers[error.code] ?? APPLICATION_ERROR,
    message: error.message,
    data: { code: error.code, next: error.next, details: error.details },
  };
}

/**
 * Converts an error of the other side; a code that this side does not know (a newer minor) is kept
 * in `details.code`.
 */
export function fromErrorObject(error: ErrorObject): WebservError {
  const data = error.data;
  if (data === undefined) return new WebservError("internal", error.message);
  if (isErrorCode(data.code)) {
    return new WebservError(data.code, error.message, { next: data.next, details: data.details });
  }
  return new WebservError("internal", error.message, {
    next: data.next,
    details: { ...data.details, code: data.code },
  });
}
