// Implements one end of a connection that knows the methods of every link.
import type { Link } from "../protocol/methods.ts";
import { methods } from "../protocol/methods.ts";
import type { LinkPeerOptions } from "./link-peer.ts";
import { LinkPeer } from "./link-peer.ts";

export { type CallContext, type Handlers, MAX_CALLS_UNDER_WAY } from "./link-peer.ts";
export { type CallOptions, DEFAULT_TIMEOUT_MS } from "./pending-calls.ts";

export type PeerOptions<Serves extends Link> = Omit<LinkPeerOptions<Serves>, "methods">;

/** An end that calls the methods of link `Calls` and serves those of link `Serves`. */
export class Peer<Calls extends Link, Serves extends Link = never> extends LinkPeer<Calls, Serves> {
  constructor(options: PeerOptions<Serves>) {
    super({ ...options, methods });
  }
}
