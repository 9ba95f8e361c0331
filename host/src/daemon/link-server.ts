// Accepts the native hosts' connections on the daemon's user-only socket.
import type { Socket } from "node:net";

import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { preface } from "../reach/preface.ts";
import type { Preface } from "../reach/preface.ts";
import { frameTransport } from "../reach/frame-transport.ts";
import { serveSocket } from "./socket-server.ts";
import type { SocketServer } from "./socket-server.ts";

/** The time that a native host may take to send its preface, in ms. */
const PREFACE_TIMEOUT_MS = 5000;

export interface LinkServerOptions {
  readonly socket: string;
  readonly onLink: (who: Preface["preface"], transport: Transport) => void;
  /** Called with the reason for a connection that ended before its preface. */
  readonly onRefusal: (reason: string) => void;
}

export async function serveLinks(options: LinkServerOptions): Promise<SocketServer> {
  return await serveSocket(options.socket, (socket) => readPreface(socket, options));
}

function readPreface(socket: Socket, options: LinkServerOptions): void {
  const transport = frameTransport(socket);
  const timer = setTimeout(
    () => transport.close(`no preface within ${PREFACE_TIMEOUT_MS} ms`),
    PREFACE_TIMEOUT_MS,
  );
  transport.onClose((reason) => {
    clearTimeout(timer);
    options.onRefusal(reason);
  });
  transport.onMessage((message) => {
    const parsed = preface.safeParse(message);
    if (!parsed.success) {
      transport.close(`no preface: ${describeIssues(parsed.error.issues, message)}`);
      return;
    }
    // The browser's own manifest admits only this origin, but a manifest can be edited.
    const { origin } = parsed.data.preface;
    if (origin !== EXTENSION_ORIGIN) {
      transport.close(`"${origin}" is not the WebServ extension`);
      return;
    }
    clearTimeout(timer);
    // From here on the peer listens in place of these two listeners.
    options.onLink(parsed.data.preface, transport);
  });
}
