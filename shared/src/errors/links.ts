// Lists errors of the links themselves: messages, calls, versions, and who may connect.
import type { ErrorEntry } from "./error-entry.ts";

export const linkErrors = {
  "parse-error": {
    summary: "A message was not valid JSON, or not valid JSON-RPC 2.0.",
    next: "Send one JSON-RPC 2.0 object per message.",
  },
  "unknown-method": {
    summary: "No such method on this connection.",
    next: "Check the name against the method tables in docs/protocol.md.",
  },
  "invalid-params": {
    summary: "The parameters do not fit the method's schema.",
    next: "Correct the field that the message names.",
  },
  "invalid-result": {
    summary: "The other side answered with something that does not fit the method's schema.",
    next: "Give the command, the daemon and the extension the same version of WebServ, and restart the daemon; if they have it already, report the message.",
  },
  "too-large": {
    summary: "A message or value is over its size limit.",
    next: "Send less at once.",
  },
  "hello-first": {
    summary: "The first message on a connection was not the version handshake.",
    next: "Call the hello method first.",
  },
  "version-mismatch": {
    summary: "The two sides speak different major versions of the protocol.",
    next: "Update the side named in the message.",
  },
  timeout: {
    summary: "No answer came within the call's deadline.",
    next: "Allow it more time (timeoutMs); if every call ends like this, run `webserv doctor`.",
  },
  cancelled: {
    summary: "The caller cancelled the call.",
    next: "Call it again if you did not mean to cancel it.",
  },
  disconnected: {
    summary: "The connection to the other side closed before it answered.",
    next: "Run the command again. To learn the outcome of an action, send it again under the same actionId: it is not carried out twice.",
  },
  overloaded: {
    summary: "Too many calls are waiting on this connection.",
    next: "Wait for answers before sending more.",
  },
  unauthorized: {
    summary: "The bearer token is missing or wrong.",
    next: "Read the token from the daemon's token file (`webserv daemon status` names it).",
  },
  forbidden: {
    summary: "The Host or Origin of the connection is not allowed.",
    next: "Connect to 127.0.0.1 without an Origin header.",
  },
  internal: {
    summary: "A fault of WebServ itself.",
    next: "Report it with the end of the daemon's log (`webserv daemon status` names the file).",
  },
} as const satisfies Record<string, ErrorEntry>;
