// MCP over streamable HTTP, at /mcp of the agents' port: a connection of its own for each MCP session.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";

import type { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";
import { MAX_NESTING, isNestedDeeperThan } from "@webserv/shared/rpc/nesting.ts";

import { STRUCTURED_MCP_PATH } from "./mcp-paths.ts";
import { mcpServer } from "./server.ts";
import type { McpServerOptions } from "./server.ts";

/** No tool's arguments are longer. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SESSIONS = 64;
/** A client that asks nothing for this long has gone without a word. */
const IDLE_MS = 30 * 60_000;
/** The same for one whose last request was broken off: it had no time to say goodbye. */
const BROKEN_OFF_MS = 30_000;
const CHECK_EVERY_MS = 5_000;

/** JSON-RPC's numbers, and the one that the MCP SDK gives to HTTP's own faults. */
const PARSE_ERROR = -32_700;
const HTTP_FAULT = -32_000;

export interface McpHttpOptions {
  readonly texts: McpServerOptions["texts"];
  /** A new agent's connection to this daemon. */
  readonly connect: () => Promise<Peer<"agent-daemon", "daemon-agent">>;
}

interface McpConnection {
  readonly transport: StreamableHTTPServerTransport;
  lastUsed: number;
  /** Requests that are being answered; a stream that the client holds open is one. */
  open: number;
  /** Whether the client left the last of them before its answer had ended. */
  brokenOff: boolean;
}

export class McpHttp {
  readonly #options: McpHttpOptions;
  readonly #connections = new Map<string, McpConnection>();
  readonly #timer = setInterval(() => this.#dropIdle(), CHECK_EVERY_MS).unref();

  constructor(options: McpHttpOptions) {
    this.#options = options;
  }

  /** Whoever asks has been let in already: Host, Origin and token were right. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#handle(request, response);
    } catch (error) {
      if (!response.headersSent) fault(response, 500, HTTP_FAULT, toWebservError(error).message);
      else response.destroy();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled(
      [...this.#connections.values()].map(({ transport }) => transport.close()),
    );
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? this.#connections.get(id) : undefined;
    if (id !== undefined && known === undefined) {
      fault(response, 404, HTTP_FAULT, "no such MCP session; initialize again");
      return;
    }
    let body: unknown;
    if (request.method === "POST") {
      const read = await readBody(request);
      if ("status" in read) {
        fault(response, read.status, PARSE_ERROR, read.why);
        return;
      }
      body = read.value;
    }
    const connection = known ?? (await this.#begin(body, request, response));
    if (connection === undefined) return;
    connection.open++;
    connection.lastUsed = performance.now();
    response.once("close", () => {
      connection.open--;
      connection.lastUsed = performance.now();
      connection.brokenOff = !response.writableFinished;
    });
    await connection.transport.handleRequest(request, response, body);
  }

  async #begin(
    body: unknown,
    { url }: IncomingMessage,
    response: ServerResponse,
  ): Promise<McpConnection | undefined> {
    if (!isInitializeRequest(body)) {
      fault(response, 400, HTTP_FAULT, "no Mcp-Session-Id, and no initialize request");
      return undefined;
    }
    if (this.#connections.size >= MAX_SESSIONS) {
      fault(response, 503, HTTP_FAULT, `${MAX_SESSIONS} MCP sessions are open; end one by DELETE`);
      return undefined;
    }
    const peer = await this.#options.connect();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void this.#connections.set(id, connection),
    });
    const connection: McpConnection = {
      transport,
      lastUsed: performance.now(),
      open: 0,
      brokenOff: false,
    };
    const structured = url === STRUCTURED_MCP_PATH;
    const server = mcpServer({ peer, texts: this.#options.texts, structured });
    const onclose = (): void => {
      if (transport.sessionId !== undefined) this.#connections.delete(transport.sessionId);
      peer.close("the MCP session has ended");
    };
    Object.assign(server, { onclose });
    peer.closed.addEventListener("abort", () => void transport.close());
    await server.connect(transport);
    return connection;
  }

  #dropIdle(): void {
    for (const { transport, lastUsed, open, brokenOff } of this.#connections.values()) {
      const keptMs = brokenOff ? BROKEN_OFF_MS : IDLE_MS;
      if (open === 0 && performance.now() - lastUsed > keptMs) void transport.close();
    }
  }
}

type Body = { readonly value: unknown } | { readonly status: 400 | 413; readonly why: string };

async function readBody(request: IncomingMessage): Promise<Body> {
  const tooLarge = { status: 413, why: `the body is larger than ${MAX_BODY_BYTES} bytes` } as const;
  const tooDeep = {
    status: 400,
    why: `the body is nested deeper than ${MAX_NESTING} levels`,
  } as const;
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return tooLarge;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece as Uint8Array);
    length += bytes.length;
    if (length > MAX_BODY_BYTES) return tooLarge;
    pieces.push(bytes);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString("utf8"));
    return isNestedDeeperThan(MAX_NESTING, value) ? tooDeep : { value };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { status: 400, why: `the body is not JSON: ${why}` };
  }
}

function fault(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })}\n`);
}
