// Serves MCP over streamable HTTP, at /mcp of the agents' port, with one connection to the daemon per MCP session.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";

import type { Params } from "@webserv/shared/protocol/methods.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { MAX_NESTING, isNestedDeeperThan } from "@webserv/shared/rpc/nesting.ts";

import { CallProgress } from "./call-progress.ts";
import { alreadyUnderWay, CallsUnderWay, followCalls, INVALID_REQUEST } from "./calls-under-way.ts";
import { ClientPresence } from "./client-presence.ts";
import type { McpQuery } from "../mcp-paths.ts";
import { mcpServer } from "./server.ts";
import type { McpServerOptions } from "./server.ts";

/** No tool takes longer arguments. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_SESSIONS = 64;
const CHECK_EVERY_MS = 5_000;
/** Clients and proxies consider a stream dead if nothing comes on it for minutes. */
const COMMENT_EVERY_MS = 25_000;

/** The codes of JSON-RPC for a parse error, and of the MCP SDK for faults of HTTP itself. */
const PARSE_ERROR = -32_700;
const HTTP_FAULT = -32_000;

export interface McpHttpOptions {
  readonly texts: McpServerOptions["texts"];
  /** Opens a new agent's connection to this daemon. */
  readonly connect: (
    onProgress: (progress: Params<"import.progress">) => void,
  ) => Promise<Peer<"agent-daemon", "daemon-agent">>;
}

interface McpConnection {
  readonly transport: StreamableHTTPServerTransport;
  readonly presence: ClientPresence;
  readonly calls: CallsUnderWay;
}

export class McpHttp {
  readonly #options: McpHttpOptions;
  readonly #connections = new Map<string, McpConnection>();
  readonly #timer = setInterval(() => this.#dropGone(), CHECK_EVERY_MS).unref();

  constructor(options: McpHttpOptions) {
    this.#options = options;
  }

  /** Answers a request whose Host, Origin and token were already found right. Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse, wish: McpQuery): Promise<void> {
    try {
      await this.#handle(request, response, wish);
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

  async #handle(request: IncomingMessage, response: ServerResponse, wish: McpQuery): Promise<void> {
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
    const connection = known ?? (await this.#begin(body, wish, response));
    if (connection === undefined) return;
    const { transport, presence, calls } = connection;
    const begun = calls.begin(body);
    if ("taken" in begun) {
      fault(response, 400, INVALID_REQUEST, alreadyUnderWay(begun.taken), begun.taken);
      return;
    }
    response.once("close", () => calls.drop(begun));
    const what = request.method === "GET" ? "stream" : "call";
    presence.begun(performance.now());
    response.once("close", () =>
      presence.ended(what, !response.writableFinished, performance.now()),
    );
    if (what === "stream") keepFlowing(response);
    await transport.handleRequest(request, response, body);
  }

  async #begin(
    body: unknown,
    { structured, browserId }: McpQuery,
    response: ServerResponse,
  ): Promise<McpConnection | undefined> {
    if (!isInitializeRequest(body)) {
      fault(response, 400, HTTP_FAULT, "no Mcp-Session-Id, and no initialize request");
      return undefined;
    }
    if (this.#connections.size >= MAX_SESSIONS) await this.#vacate();
    if (this.#connections.size >= MAX_SESSIONS) {
      fault(response, 503, HTTP_FAULT, `${MAX_SESSIONS} MCP sessions are open; end one by DELETE`);
      return undefined;
    }
    const progress = new CallProgress();
    const peer = await this.#options.connect((report) => progress.report(report));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void this.#connections.set(id, connection),
    });
    const presence = new ClientPresence(performance.now());
    const calls = new CallsUnderWay();
    followCalls(transport, calls);
    const connection: McpConnection = { transport, presence, calls };
    const server = mcpServer({
      peer,
      progress,
      // The session ends with the daemon, as this connection does.
      lifetime: "connection",
      texts: this.#options.texts,
      structured,
      browserId,
    });
    const onclose = (): void => {
      if (transport.sessionId !== undefined) this.#connections.delete(transport.sessionId);
      peer.close("the MCP session has ended");
    };
    Object.assign(server, { onclose });
    peer.closed.addEventListener("abort", () => void transport.close());
    await server.connect(transport);
    return connection;
  }

  #dropGone(): void {
    for (const { transport, presence } of this.#connections.values()) {
      if (presence.isGone(performance.now())) void transport.close();
    }
  }

  /** Frees the seat that has been unused the longest. */
  async #vacate(): Promise<void> {
    const now = performance.now();
    const [longest] = [...this.#connections.values()].sort(
      (one, other) => other.presence.vacantMs(now) - one.presence.vacantMs(now),
    );
    if ((longest?.presence.vacantMs(now) ?? 0) > 0) await longest?.transport.close();
  }
}

/** Sends a comment on the event stream now and then, which no client reports to anyone. */
function keepFlowing(response: ServerResponse): void {
  const timer = setInterval(() => {
    if (response.headersSent && !response.writableEnded) response.write(":\n\n");
  }, COMMENT_EVERY_MS).unref();
  response.once("close", () => clearInterval(timer));
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

function fault(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  id: RequestId | null = null,
): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
}
