// The ids of an MCP connection's calls that are not answered yet: the SDK would let a second call with such an id take
// the first one's answer.
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";

/** JSON-RPC's number for what is no valid request. */
export const INVALID_REQUEST = -32_600;

const request = z.object({ id: z.union([z.string(), z.number()]), method: z.string() });
const cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

export class CallsUnderWay {
  readonly #ids = new Set<RequestId>();

  /**
   * Takes up the calls of a message, or of a batch: all of them or, where one has an id that is taken, none.
   * @returns the ids that were taken up, or the one that was taken already
   */
  begin(message: unknown): { readonly ids: readonly RequestId[] } | { readonly taken: RequestId } {
    const ids: RequestId[] = [];
    for (const each of Array.isArray(message) ? message : [message]) {
      const { data } = request.safeParse(each);
      if (data === undefined) continue;
      if (this.#ids.has(data.id) || ids.includes(data.id)) return { taken: data.id };
      ids.push(data.id);
    }
    for (const id of ids) this.#ids.add(id);
    return { ids };
  }

  end(ids: readonly RequestId[]): void {
    for (const id of ids) this.#ids.delete(id);
  }
}

/** For an error that answers a call with an id that is taken. */
export function alreadyUnderWay(id: RequestId): string {
  return `the id ${JSON.stringify(id)} is already in use by a call under way; give every call an id of its own`;
}

/** Answers a call whose id is taken itself, so that the server never hears of it. */
export function refuseDuplicates<T extends Transport>(transport: T): T {
  const calls = new CallsUnderWay();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if ("id" in message && message.id !== undefined && !("method" in message)) {
      calls.end([message.id]);
    }
    await send(message, options);
  };
  const start = transport.start.bind(transport);
  transport.start = async () => {
    const hear = transport.onmessage?.bind(transport);
    const onmessage: Transport["onmessage"] = (message, extra) => {
      const begun = calls.begin(message);
      if ("taken" in begun) {
        void send(refusal(begun.taken)).catch(() => {});
        return;
      }
      // A call that is taken back is not answered.
      const { data } = cancelled.safeParse(message);
      if (data !== undefined) calls.end([data.params.requestId]);
      hear?.(message, extra);
    };
    Object.assign(transport, { onmessage });
    await start();
  };
  return transport;
}

function refusal(id: RequestId): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: alreadyUnderWay(id) } };
}
