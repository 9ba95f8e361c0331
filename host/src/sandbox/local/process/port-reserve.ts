// Reserves free ports for sandboxes until the moment the site may take them.
import { createServer } from "node:net";

export interface Reservation {
  readonly port: number;
  /** Lets go of the port, for the site to listen on. Others of this reserve still don't get it. */
  handOver(): Promise<void>;
  /** Gives the number back; hands over first if that was not done. */
  free(): Promise<void>;
}

export interface PortReserve {
  reserve(): Promise<Reservation>;
}

/**
 * The system chooses. A stranger could take a port between handing over and the site's `listen`; the
 * site then fails with EADDRINUSE and is started again on another.
 */
export function createPortReserve(): PortReserve {
  const given = new Set<number>();
  return {
    async reserve() {
      for (;;) {
        const held = await listenAnywhere();
        const handOver = once(held.close);
        if (given.has(held.port)) {
          await handOver();
          continue;
        }
        given.add(held.port);
        return {
          port: held.port,
          handOver,
          async free() {
            await handOver();
            given.delete(held.port);
          },
        };
      }
    },
  };
}

async function listenAnywhere(): Promise<{ port: number; close: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address !== "object" || address === null) return;
      resolve({
        port: address.port,
        close: async () =>
          new Promise((closed) => {
            server.close(() => closed());
          }),
      });
    });
  });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return async () => (done ??= work());
}
