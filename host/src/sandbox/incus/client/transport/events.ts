// Listens to Incus's events for a whole client: the progress of operations, and changes of instances.
import { setTimeout as delay } from "node:timers/promises";

import { WebSocket } from "ws";
import * as z from "zod/mini";

import { connectEndpoint, endpointOrigin } from "./endpoint.ts";
import type { IncusEndpoint } from "./endpoint.ts";
import { operationState } from "./operation-state.ts";
import type { OperationState } from "./operation-state.ts";

export const lifecycleEvent = z.object({
  /** The kind of event, such as `instance-stopped`, `instance-shutdown`, `instance-started`. */
  action: z.string(),
  /** The path of the thing it happened to, such as /1.0/instances/shop-1. */
  source: z.string(),
  name: z.optional(z.string()),
  project: z.optional(z.string()),
});
export type LifecycleEvent = z.infer<typeof lifecycleEvent>;

export interface IncusEvents {
  /** True if events come in now. Those during a break are lost. */
  readonly connected: boolean;
  /** Begins to listen; resolves when events come in, or can't now. */
  listen(signal: AbortSignal): Promise<void>;
  /** Returns the newest state heard of an operation, also from before anybody asked. */
  latest(operationId: string): OperationState | undefined;
  onOperation(operationId: string, listener: (state: OperationState) => void): () => void;
  /** Registers a listener, and begins to listen if that has not been done. */
  onLifecycle(listener: (event: LifecycleEvent) => void): () => void;
  /** Calls the listener whenever events begin to come in, also the first time, so that it looks for missed changes. */
  onConnect(listener: () => void): () => void;
  close(): void;
}

export interface EventsOptions {
  readonly endpoint: IncusEndpoint;
  readonly project: string;
  readonly log: ((message: string, facts: Record<string, unknown>) => void) | undefined;
}

/** The time that a call waits for the listener before it goes on without, in ms. */
const LISTEN_WAIT_MS = 2000;
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2000;
/** A connection that gives no sign for two of these is dead. */
const PING_MS = 20_000;
const MAX_EVENT_BYTES = 4 * 1024 * 1024;

const event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("operation"), metadata: operationState }),
  z.object({
    type: z.literal("lifecycle"),
    metadata: lifecycleEvent,
    project: z.optional(z.string()),
  }),
]);

export function incusEvents({ endpoint, project, log }: EventsOptions): IncusEvents {
  const ledger = operationLedger();
  const operationListeners = new Map<string, Set<(state: OperationState) => void>>();
  const lifecycleListeners = new Set<(event: LifecycleEvent) => void>();
  const connectListeners = new Set<() => void>();
  const closing = new AbortController();
  let running = false;
  let connected = false;
  /** The present attempt to connect, until its outcome is known. */
  let attempt = Promise.resolve();

  const take = (text: string): void => {
    const parsed = event.safeParse(parseJson(text));
    if (!parsed.success) {
      log?.("an event of Incus was not understood", { issues: parsed.error.issues.slice(0, 3) });
      return;
    }
    if (parsed.data.type === "operation") {
      const state = parsed.data.metadata;
      ledger.note(state);
      for (const listener of operationListeners.get(state.id) ?? []) listener(state);
    } else {
      const about = { ...parsed.data.metadata, project: parsed.data.project };
      for (const listener of lifecycleListeners) listener(about);
    }
  };

  /** Connects again and again until the client is closed. */
  const run = async (): Promise<void> => {
    let waitMs = RETRY_FIRST_MS;
    while (!closing.signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      attempt = promise;
      await listenOnce(
        endpoint,
        project,
        () => {
          connected = true;
          waitMs = RETRY_FIRST_MS;
          resolve();
          for (const listener of connectListeners) listener();
        },
        take,
        closing.signal,
      );
      resolve();
      if (connected && !closing.signal.aborted) log?.("Incus's events broke off", {});
      connected = false;
      await delay(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, RETRY_MAX_MS);
    }
  };

  const begin = (): void => {
    if (running || closing.signal.aborted) return;
    running = true;
    void run();
  };

  return {
    get connected() {
      return connected;
    },
    async listen(signal) {
      if (connected || closing.signal.aborted) return;
      begin();
      const waited = new AbortController();
      const any = AbortSignal.any([waited.signal, signal]);
      const late = delay(LISTEN_WAIT_MS, undefined, { signal: any }).catch(() => undefined);
      await Promise.race([attempt, late]);
      waited.abort();
      signal.throwIfAborted();
    },
    latest: (id) => ledger.latest(id),
    onOperation(id, listener) {
      const listeners = operationListeners.get(id) ?? new Set();
      operationListeners.set(id, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) operationListeners.delete(id);
      };
    },
    onLifecycle(listener) {
      begin();
      return subscribe(lifecycleListeners, listener);
    },
    onConnect: (listener) => subscribe(connectListeners, listener),
    close: () => closing.abort(),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves when the connection has ended, for whatever reason. */
async function listenOnce(
  endpoint: IncusEndpoint,
  project: string,
  onOpen: () => void,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ type: "operation,lifecycle", project });
  const socket = openWebSocket(endpoint, `/1.0/events?${query.toString()}`, MAX_EVENT_BYTES);
  const end = (): void => socket.terminate();
  signal.addEventListener("abort", end);
  let alive = true;
  const pinging = setInterval(() => {
    if (!alive) socket.terminate();
    alive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, PING_MS).unref();
  socket.on("pong", () => (alive = true));
  socket.on("open", onOpen);
  socket.on("message", (data) => {
    alive = true;
    onText(textOf(data));
  });
  await new Promise<void>((resolve) => {
    // An error is always followed by close.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    if (signal.aborted) end();
  });
  clearInterval(pinging);
  signal.removeEventListener("abort", end);
}

/** Opens a WebSocket to a path of the API, with its query. */
export function openWebSocket(endpoint: IncusEndpoint, path: string, maxBytes: number): WebSocket {
  return new WebSocket(endpointOrigin(endpoint).replace(/^http/, "ws") + path, {
    createConnection: () => connectEndpoint(endpoint),
    maxPayload: maxBytes,
    perMessageDeflate: false,
    handshakeTimeout: 30_000,
  });
}

function textOf(data: WebSocket.RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const KEEP_MS = 60_000;
const KEEP_COUNT = 5000;

/** Remembers operations for a minute, since one may end before the answer that names it is read. */
function operationLedger() {
  const states = new Map<string, { state: OperationState; at: number }>();
  return {
    note(state: OperationState): void {
      const now = performance.now();
      // It is taken out first, so that the map's order is that of age.
      states.delete(state.id);
      states.set(state.id, { state, at: now });
      for (const [id, { at }] of states) {
        if (states.size <= KEEP_COUNT && now - at < KEEP_MS) break;
        states.delete(id);
      }
    },
    latest: (id: string): OperationState | undefined => states.get(id)?.state,
  };
}
