// Makes, uses and deletes sandboxes without end, as a process that a test kills in the middle of whatever it does.
import { setTimeout as delay } from "node:timers/promises";

import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { between, seededRandom } from "../../unit/shared/rpc/seeded-random.ts";
import { openBackend, placeSchema, tinySource } from "./own-backend.ts";
import { noDeadline as signal } from "../time/patience.ts";

const [place = "", seed = "1", workers = "4"] = process.argv.slice(2);
const here = placeSchema.parse(JSON.parse(place));
const opened = openBackend(here);
const { backend } = opened;
const source = tinySource(here);
const random = seededRandom(Number(seed));
const finish = new AbortController();

/** Lists what may happen to a sandbox between its beginning and its end. */
const uses: ((id: string) => Promise<unknown>)[] = [
  async (id) => backend.reset(id, signal),
  async (id) => {
    await backend.checkpoint(id, "kept", signal);
    await backend.restore(id, "kept", signal);
  },
  async (id) => {
    const newSandboxId = `${id}-branch`;
    await backend.branch(id, { newSandboxId }, signal);
    await backend.delete(newSandboxId);
  },
  async (id) => backend.stats(id),
];

process.on("message", () => {
  finish.abort();
});
const { adopted } = await backend.adopt(() => source, signal);
await Promise.all(adopted.map(async ({ sandboxId }) => deleteAtLast(sandboxId)));
tell({ kind: "begun" });
await Promise.all(Array.from({ length: Number(workers) }, async (_, index) => work(index)));
await backend.removeSite(source.site.name);
await opened.close();
process.disconnect();

async function work(index: number): Promise<void> {
  for (let round = 0; !finish.signal.aborted; round += 1) {
    const sandboxId = `w${index}-${round}`;
    try {
      const { origin } = await backend.create({ source, sandboxId }, signal);
      await fetch(origin, { signal });
      await uses[between(random, 0, uses.length - 1)]?.(sandboxId);
      tell({ kind: "cycle" });
    } catch (error) {
      // Its processes are killed at random, so anything may fail; the error must be reported.
      tellOf(error);
      await delay(20);
    } finally {
      await deleteAtLast(sandboxId);
    }
  }
}

/** Deletes a sandbox, and tries again if it could not be deleted. */
async function deleteAtLast(sandboxId: string): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      await backend.delete(sandboxId);
      return;
    } catch (error) {
      if (!told) tellOf(error);
      await delay(200);
    }
  }
}

function tellOf(error: unknown): void {
  const { code, message } = toWebservError(error);
  tell({ kind: "failed", code, message });
}

function tell(message: { kind: string; code?: string; message?: string }): void {
  process.send?.(message);
}
