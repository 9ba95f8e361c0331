// What listeners of a client are told: the daemon's events, and what becomes of the client's own connection.
import type { EventKind, Happening } from "@webserv/shared/model/event.ts";
import type { WebservError } from "@webserv/shared/protocol/errors.ts";

/** What a listener is given, by kind; the last three are of the client itself. */
export type ClientEvent =
  | Happening
  /** A listener of `of` was not told of so many events; null where nobody knows how many. */
  | {
      readonly kind: "missed";
      readonly missed: number | null;
      readonly of: EventKind;
      readonly sessionId: string | undefined;
    }
  /** The connection is lost, or the next one was refused. */
  | { readonly kind: "disconnected"; readonly error: WebservError }
  /** There is a connection again. */
  | { readonly kind: "connected" };
export type ClientEventKind = ClientEvent["kind"];
export type ClientEventOf<K extends ClientEventKind> = Extract<ClientEvent, { readonly kind: K }>;

export interface ListenOptions {
  /** Only what happens to this session. */
  readonly sessionId?: string;
  /** Ends the listening. */
  readonly signal?: AbortSignal;
}
