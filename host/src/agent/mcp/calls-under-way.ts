// Keeps the ids of an MCP connection's calls that are not answered yet: the SDK would let a second call with such an id
// take the first one's answer.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";

/** The code of JSON-RPC for an invalid request. */
export const INVALID_REQUEST = -32_600;

const request = z.object({ id: z.union([z.string(), z.number()]), method: z.string() });
/** The SDK cancels no call whose id is 0 or empty. */
const cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({
    requestId: z.union([z.string(), z.number()]).check(z.refine((id) => Boolean(id))),
  }),
});

/** The calls of one message, or of a batch. */
export interface Begun {
  readonly ids: readonly RequestId[];
}

export class CallsUnderWay {
  readonly #calls = new Map<RequestId, { readonly begun: Begun; isReceived: boolean }>();

  /**
   * Registers the calls of a message or of a batch: all of them or, if the id of one is taken,
   * none.
   * @returns what was registered, or the id that was taken already
   */
  begin(message: unknown): Begun | { readonly taken: RequestId } {
    const ids: RequestId[] = [];
    for (const each of Array.isArray(message) ? message : [message]) {
      const { data } = request.safeParse(each);
      if (data === undefined) continue;
      if (this.#calls.has(data.id) || ids.includes(data.id)) return { taken: data.id };
      ids.push(data.id);
    }
    const begun = { ids };
    for (const id of ids) this.#calls.set(id, { begun, isReceived: false });
    return begun;
  }

  /** Notes that the server has the message, and so answers it or is told that the client cancels it. */
  received(message: unknown): void {
    const asked = request.safeParse(message).data;
    const call = asked === undefined ? undefined : this.#calls.get(asked.id);
    if (call !== undefined) call.isReceived = true;
    const takenBack = cancelled.safeParse(message).data;
    if (takenBack !== undefined) this.end(takenBack.params.requestId);
  }

  end(id: RequestId): void {
    this.#calls.delete(id);
  }

  /** Ends the calls that never reached the server, because the transport has refused the message. */
  drop(begun: Begun): void {
    for (const id of begun.ids) {
      const call = this.#calls.get(id);
      if (call?.begun === begun && !call.isReceived) this.#calls.delete(id);
    }
  }
}

/** The message of the error for a call whose id is taken. */
export function alreadyUnderWay(id: RequestId): string {
  return `the id ${JSON.stringify(id)} is already in use by a call under way; give every call an id of its own`;
}

/**
 * Ends calls as they are answered or cancelled. A connection that breaks ends none: its calls go
 * on.
 * @param admit tells whether the server is to receive the message; all are received if it is left
 *   out
 */
export function followCalls(
  transport: Transport,
  calls: CallsUnderWay,
  admit: (message: JSONRPCMessage) => boolean = () => true,
): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if ("id" in message && message.id !== undefined && !("method" in message)) {
      calls.end(message.id);
    }
    await send(message, options);
  };
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const deliver = transport.onmessage?.bind(transport);
    const onmessage: Transport["onmessage"] = (message, extra) => {
      if (!admit(message)) return;
      calls.received(message);
      deliver?.(message, extra);
    };
    Object.assign(transport, { onmessage });
    await start();
  };
}

/** Answers a call whose id is taken, so that the server never receives it. */
export function refuseDuplicates<T extends Transport>(transport: T): T {
  const calls = new CallsUnderWay();
  const send = transport.send.bind(transport);
  followCalls(transport, calls, (message) => {
    const begun = calls.begin(message);
    if (!("taken" in begun)) return true;
    void send(refusal(begun.taken)).catch(() => {});
    return false;
  });
  return transport;
}

function refusal(id: RequestId): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: alreadyUnderWay(id) } };
}
