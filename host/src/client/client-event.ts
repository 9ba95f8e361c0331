// Defines the events that a client's listeners receive: the daemon's, and those of the client's own connection.
import type { EventKind, Happening } from "@webserv/shared/model/event.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";

/** An event by kind; the last three come from the client itself. */
export type ClientEvent =
  | Happening
  /** A listener of `of` missed so many events; null if nobody knows how many. */
  | {
      readonly kind: "missed";
      readonly missed: number | null;
      readonly of: EventKind;
      readonly sessionId: string | undefined;
    }
  /** The connection is lost, or the next one was refused. */
  | { readonly kind: "disconnected"; readonly error: WebservError }
  /** The client is connected again. */
  | { readonly kind: "connected" };
export type ClientEventKind = ClientEvent["kind"];
export type ClientEventOf<K extends ClientEventKind> = Extract<ClientEvent, { readonly kind: K }>;

export interface ListenOptions {
  /** Limits the events to those of this session. */
  readonly sessionId?: string;
  /** Ends the subscription. */
  readonly signal?: AbortSignal;
}
