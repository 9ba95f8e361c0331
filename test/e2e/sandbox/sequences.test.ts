import { describe, expect, test } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";

import { counterSite, patience } from "../../support/sandboxes/counter-site.ts";
import { ask, backendFixture, countOf } from "../../support/sandboxes/local-sandboxes.ts";
import { rounds } from "../../support/time/rounds.ts";

/** Of twenty sequences each. */
const ROUNDS = rounds({ short: 1, soak: 50 });
const AT_ONCE = 3;
const OPERATIONS = 7;

const { open } = backendFixture();

/** What a sandbox should hold. */
interface Expected {
  count: number;
  readonly checkpoints: Map<string, number>;
}

describe.each(Array.from({ length: ROUNDS }, (_, index) => index * 20))(
  "sequences from seed %i",
  (first) => {
    test("twenty random sequences leave every sandbox as a model says", async () => {
      const backend = await open();
      const seeds = Array.from({ length: 20 }, (_, index) => first + index);
      const workers = Array.from({ length: AT_ONCE }, async () => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
          await runSequence(backend, seed);
        }
      });
      await Promise.all(workers);
      expect(backend.list()).toEqual([]);
    });
  },
);

async function runSequence(backend: SandboxBackend, seed: number): Promise<void> {
  const random = generator(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const model = new Map<string, Expected>();
  const trace: string[] = [`seed ${seed}`];
  let names = 0;
  const newName = (kind: string): string => `${kind}-${seed}-${(names += 1)}`;

  const operations: Record<string, (id: string, known: Expected) => Promise<string>> = {
    async add(id, known) {
      await ask(backend.get(id), "/add");
      known.count += 1;
      return `add to ${id}`;
    },
    async checkpoint(id, known) {
      const name = newName("kept");
      await backend.checkpoint(id, name, patience());
      known.checkpoints.set(name, known.count);
      return `checkpoint ${id} as ${name}`;
    },
    async restore(id, known) {
      const kept = pick([...known.checkpoints]);
      if (kept === undefined) return "nothing to restore";
      await backend.restore(id, kept[0], patience());
      known.count = kept[1];
      return `restore ${id} to ${kept[0]}`;
    },
    async reset(id, known) {
      await backend.reset(id, patience());
      known.count = 10;
      return `reset ${id}`;
    },
    async branch(id, known) {
      const kept = random() < 0.5 ? pick([...known.checkpoints]) : undefined;
      const newSandboxId = newName("branch");
      const request = kept === undefined ? { newSandboxId } : { newSandboxId, checkpoint: kept[0] };
      await backend.branch(id, request, patience());
      model.set(newSandboxId, { count: kept?.[1] ?? known.count, checkpoints: new Map() });
      return `branch ${id}${kept === undefined ? "" : ` from ${kept[0]}`} to ${newSandboxId}`;
    },
    async delete(id) {
      await backend.delete(id);
      model.delete(id);
      return `delete ${id}`;
    },
  };

  for (let step = 0; step < OPERATIONS; step += 1) {
    const chosen = pick([...model]);
    if (chosen === undefined) {
      const sandboxId = newName("made");
      await backend.create({ source: counterSite(), sandboxId }, patience());
      model.set(sandboxId, { count: 10, checkpoints: new Map() });
      trace.push(`create ${sandboxId}`);
    } else {
      const operation = pick(["add", "add", ...Object.keys(operations)]) ?? "add";
      trace.push((await operations[operation]?.(...chosen)) ?? operation);
    }
    await compare(backend, model, trace.join("; "));
  }
  await Promise.all([...model.keys()].map(async (id) => backend.delete(id)));
}

async function compare(
  backend: SandboxBackend,
  model: ReadonlyMap<string, Expected>,
  trace: string,
): Promise<void> {
  for (const [id, expected] of model) {
    const sandbox = backend.get(id);
    expect
      .soft({ id, state: sandbox.state, count: await countOf(sandbox) }, trace)
      .toEqual({ id, state: "ready", count: expected.count });
    expect
      .soft(
        sandbox.checkpoints.map(({ name }) => name),
        trace,
      )
      .toEqual([...expected.checkpoints.keys()]);
  }
}

/** mulberry32: small, and the same numbers for the same seed everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
