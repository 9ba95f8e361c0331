// Serves a Unix socket, or a named pipe, that is this user's alone.
import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import type { Socket } from "node:net";

export interface SocketServer {
  /** Takes no more connections; the open ones stay. */
  stopListening(): void;
  /** Ends every connection, once what was written to it is sent. */
  endAll(): void;
  close(): Promise<void>;
}

export async function serveSocket(
  path: string,
  onSocket: (socket: Socket) => void,
): Promise<SocketServer> {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    onSocket(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
    server.listen(path);
  });
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return {
    stopListening: () => {
      server.close();
    },
    endAll: () => {
      for (const socket of open) socket.end();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      if (!server.listening) return;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
