// Hears from Incus which instances end, and looks at all of them after a time in which nothing was heard.
import type { IncusClient } from "../client/client.ts";
import type { LifecycleEvent } from "../client/transport/events.ts";
import type { Engine } from "./engine.ts";
import type { StopWatch } from "./stop-watch.ts";

/** The events of an instance's end. `shutdown`: it ended by itself; `stopped`: by a request, or by the machine. */
const ENDS: ReadonlySet<string> = new Set([
  "instance-shutdown",
  "instance-stopped",
  "instance-deleted",
]);

const LOOK_MS = 30_000;

export interface StopEventsOptions {
  readonly client: IncusClient;
  readonly engine: Engine;
  readonly stops: StopWatch;
  readonly log: { warn(fields: object, message: string): void };
}

/** Returns a function that ends the listening. */
export function listenForStops(options: StopEventsOptions): () => void {
  const { client, stops, log } = options;
  const over = new AbortController();
  const ends = [
    client.events.onLifecycle((event) => {
      if (!ENDS.has(event.action)) return;
      const name = instanceName(event);
      if (!stops.instances.includes(name)) return;
      confirm(options, name, AbortSignal.any([over.signal, AbortSignal.timeout(LOOK_MS)])).catch(
        (error: unknown) => {
          if (!over.signal.aborted) log.warn({ err: error, name }, "could not see how it ended");
        },
      );
    }),
    client.events.onConnect(() => {
      void lookAtAll(options, AbortSignal.any([over.signal, AbortSignal.timeout(LOOK_MS)])).catch(
        (error: unknown) => {
          if (!over.signal.aborted) log.warn({ err: error }, "could not see which instances ended");
        },
      );
    }),
  ];
  return () => {
    over.abort();
    for (const end of ends) end();
  };
}

/** The event may be of another daemon's instance that had the name before. */
async function confirm(
  { engine, stops }: StopEventsOptions,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const status = await engine.status(name, signal);
  if (status === "stopped" || status === "gone") stops.stopped(name);
}

async function lookAtAll({ engine, stops }: StopEventsOptions, signal: AbortSignal): Promise<void> {
  // Only instances that were there before the question count: one that is made meanwhile is not in the answer.
  const watched = stops.instances;
  if (watched.length === 0) return;
  const found = new Map((await engine.list(signal)).map(({ name, status }) => [name, status]));
  for (const instance of watched) {
    const status = found.get(instance) ?? "stopped";
    if (status === "stopped") stops.stopped(instance);
  }
}

function instanceName({ name, source }: LifecycleEvent): string {
  if (name !== undefined && name !== "") return name;
  return /^\/1\.0\/instances\/([^/?]+)/.exec(source)?.[1] ?? "";
}
