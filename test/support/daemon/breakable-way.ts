// Leads to a daemon's WebSocket by a way that a test can break, while both ends stay.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export class BreakableWay {
  readonly port: number;
  readonly #server: ReturnType<typeof createServer>;
  readonly #sockets: Set<Socket>;

  private constructor(server: ReturnType<typeof createServer>, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to(port: number): Promise<BreakableWay> {
    const sockets = new Set<Socket>();
    const server = createServer((here) => {
      const there = connect({ port, host: "127.0.0.1" });
      const own = (server.address() as AddressInfo).port;
      // The daemon takes no request that was meant for another port.
      here.once("data", (head: Buffer) => {
        there.write(head.toString("latin1").replaceAll(`:${own}`, `:${port}`), "latin1");
        here.pipe(there).pipe(here);
      });
      for (const socket of [here, there]) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.once("close", () => {
          sockets.delete(socket);
          here.destroy();
          there.destroy();
        });
      }
    });
    server.listen({ port: 0, host: "127.0.0.1" });
    await once(server, "listening");
    return new BreakableWay(server, sockets);
  }

  break(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.break();
    this.#server.close();
    await once(this.#server, "close");
  }
}
