// Opens a connection to the daemon's socket, if a daemon listens there.
import { connect } from "node:net";
import type { Socket } from "node:net";
import { dirname } from "node:path";

import { assertOwnFolder } from "../own-folder.ts";

/** Resolves to undefined if nothing listens. Throws if the socket may not be opened. */
export async function connectSocket(path: string): Promise<Socket | undefined> {
  if (process.platform !== "win32") assertOwnFolder(dirname(path));
  return await new Promise((resolve, reject) => {
    const socket = connect({ path, noDelay: true });
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      // Users of the socket learn of its end by "close"; without a listener an error would throw.
      socket.on("error", () => {});
      resolve(socket);
    });
    socket.once("error", (error) => {
      if (isNobodyThere(error)) resolve(undefined);
      else reject(error);
    });
  });
}

function isNobodyThere(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  // The kernel resets connections that wait for a daemon which ends before it takes them.
  return code === "ENOENT" || code === "ECONNREFUSED" || code === "ECONNRESET";
}
