// Plays a daemon's end of the native link for tests: answers the extension, and lets a test call its methods.
import { mkdir } from "node:fs/promises";
import { EventEmitter, once } from "node:events";

import { serveLinks } from "@webserv/host/src/daemon/link-server.ts";
import { pathsFor } from "@webserv/host/src/paths.ts";
import { PdfReader } from "@webserv/host/src/pdf/read-pdf.ts";
import { readFiles } from "@webserv/host/src/session/actions/upload-files.ts";
import type { MethodOn, Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { ProtocolVersion } from "@webserv/shared/protocol/version.ts";
import { assertCompatible, protocolVersion } from "@webserv/shared/protocol/version.ts";
import { chunked } from "@webserv/shared/rpc/chunks.ts";
import type { CallOptions } from "@webserv/shared/rpc/peer.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { PATIENCE_MS } from "../time/patience.ts";

type Link = Peer<"daemon-extension", "extension-daemon">;

export interface DaemonPeerOptions {
  readonly home: string;
  /** The version that this daemon speaks; another major version makes it refuse. */
  readonly protocol?: ProtocolVersion;
}

export class DaemonPeer {
  readonly hellos: Params<"link.hello">[] = [];
  readonly halted: string[] = [];
  /** The number of times that agents were let in again after a Stop. */
  allowed = 0;
  readonly changed: Params<"lease.changed">[] = [];
  readonly dialogs: Params<"lease.dialog">[] = [];
  readonly downloads: Params<"lease.download">[] = [];
  beats = 0;
  readonly #events = new EventEmitter();
  readonly #links = new Set<Link>();
  readonly #pdfs = new PdfReader();
  #current: Link | null = null;
  #close: () => Promise<void> = () => Promise.resolve();

  static async listen(options: DaemonPeerOptions): Promise<DaemonPeer> {
    const paths = pathsFor(options.home);
    await mkdir(paths.runDir, { recursive: true, mode: 0o700 });
    const daemon = new DaemonPeer();
    const server = await serveLinks({
      socket: paths.socket,
      onLink: (_who, transport) => daemon.#serve(transport, options.protocol ?? protocolVersion),
      onRefusal: () => {},
    });
    daemon.#close = () => server.close();
    return daemon;
  }

  /** Calls the extension that said hello last, waiting for one if need be. */
  async call<N extends MethodOn<"daemon-extension">>(
    method: N,
    params: ParamsInput<N>,
    options: CallOptions = {},
  ): Promise<Result<N>> {
    const link = await this.connected();
    return await link.call(method, params, { timeoutMs: PATIENCE_MS, ...options });
  }

  async connected(): Promise<Link> {
    while (this.#current === null || this.#current.closed.aborted) {
      await once(this.#events, "hello");
    }
    return this.#current;
  }

  /** Breaks the connection, as a daemon that is killed does; the socket stays. */
  drop(): void {
    for (const link of this.#links) link.close("dropped by the test");
    this.#current = null;
  }

  async close(): Promise<void> {
    this.drop();
    await this.#close();
  }

  #serve(transport: Transport, protocol: ProtocolVersion): void {
    const link: Link = new Peer<"daemon-extension", "extension-daemon">({
      transport: chunked(transport),
      serves: {
        link: "extension-daemon",
        handlers: {
          "link.hello": (hello): Result<"link.hello"> => {
            assertCompatible(protocol, hello.protocol, { us: "daemon", them: "extension" });
            this.hellos.push(hello);
            this.#current = link;
            // The answer goes out first: the extension takes no calls before.
            setImmediate(() => this.#events.emit("hello"));
            return { protocol, daemonVersion: "test", pid: process.pid, kind: "personal" };
          },
          "link.beat": () => {
            this.beats++;
            return {};
          },
          "lease.halted": ({ sessionId }) => {
            this.halted.push(sessionId);
            return {};
          },
          "lease.allowed": () => {
            this.allowed++;
            return {};
          },
          "lease.read-pdf": ({ base64 }, { signal }) =>
            this.#pdfs.read(Buffer.from(base64, "base64"), signal),
          "lease.files": async ({ files }) => ({ files: await readFiles("/", files) }),
          "lease.changed": (change) => {
            this.changed.push(change);
            return {};
          },
          "lease.dialog": (dialog) => {
            this.dialogs.push(dialog);
            return {};
          },
          "lease.download": (download) => {
            this.downloads.push(download);
            return {};
          },
        },
      },
    });
    this.#links.add(link);
    link.closed.addEventListener("abort", () => this.#links.delete(link), { once: true });
  }
}
