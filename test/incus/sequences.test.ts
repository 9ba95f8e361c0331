import { beforeAll, expect, test } from "vitest";

import type { SandboxBackend } from "@webserv/host/src/sandbox/backend.ts";

import {
  addWord,
  patience,
  tinySite,
  useIncusWorld,
  wordsOf,
} from "../support/incus/incus-sandboxes.ts";
import { describeWithIncus } from "../support/incus/incus.ts";
import { rounds } from "../support/time/rounds.ts";
import { seededRandom } from "../unit/shared/rpc/seeded-random.ts";

const SEQUENCES = rounds({ short: 24, soak: 1000 });
const AT_ONCE = 4;
const OPERATIONS = 5;
const MAX_SANDBOXES = 3;

/** What a sandbox should hold. */
interface Expected {
  words: readonly string[];
  readonly checkpoints: Map<string, readonly string[]>;
}

describeWithIncus("random sequences", () => {
  const world = useIncusWorld();
  const source = () => tinySite(world.place, "tiny-sequences", { pool: { min: 2, max: 6 } });
  beforeAll(async () => {
    await world.backend.adopt(() => undefined, patience());
    await world.backend.importSite({ source: source() }, patience());
  });

  test(`${SEQUENCES} random sequences leave every sandbox as a model says`, async () => {
    const seeds = Array.from({ length: SEQUENCES }, (_, index) => index);
    const worker = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        await new Sequence(world.backend, source, seed).run();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(world.backend.list()).toEqual([]);
  });
});

class Sequence {
  readonly #backend: SandboxBackend;
  readonly #source: () => ReturnType<typeof tinySite>;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #model = new Map<string, Expected>();
  readonly #trace: string[];
  #names = 0;

  constructor(backend: SandboxBackend, source: () => ReturnType<typeof tinySite>, seed: number) {
    this.#backend = backend;
    this.#source = source;
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#trace = [`seed ${seed}`];
  }

  async run(): Promise<void> {
    for (let step = 0; step < OPERATIONS; step += 1) {
      this.#trace.push(await this.#step());
      await compare(this.#backend, this.#model, this.#trace.join("; "));
    }
    await Promise.all([...this.#model.keys()].map(async (id) => this.#backend.delete(id)));
  }

  async #step(): Promise<string> {
    const chosen = this.#pick([...this.#model]);
    if (chosen === undefined) return await this.#create();
    const [id, known] = chosen;
    const operations = [
      async () => this.#add(id, known),
      async () => this.#checkpoint(id, known),
      async () => this.#restore(id, known),
      async () => this.#reset(id, known),
      async () => this.#branch(id, known),
      async () => this.#branch(id, known),
      async () => this.#delete(id),
    ];
    // Whatever comes next is to matter.
    await this.#add(id, known);
    return (await this.#pick(operations)?.()) ?? "nothing";
  }

  async #create(): Promise<string> {
    const sandboxId = this.#name("made");
    await this.#backend.create({ source: this.#source(), sandboxId }, patience());
    this.#model.set(sandboxId, { words: [], checkpoints: new Map() });
    return `create ${sandboxId}`;
  }

  async #add(id: string, known: Expected): Promise<string> {
    const word = this.#name("word");
    await addWord(this.#backend.get(id), word);
    known.words = [...known.words, word];
    return `add ${word} to ${id}`;
  }

  async #checkpoint(id: string, known: Expected): Promise<string> {
    const name = this.#name("kept");
    await this.#backend.checkpoint(id, name, patience());
    known.checkpoints.set(name, known.words);
    return `checkpoint ${id} as ${name}`;
  }

  async #restore(id: string, known: Expected): Promise<string> {
    const kept = this.#pick([...known.checkpoints]);
    if (kept === undefined) return await this.#checkpoint(id, known);
    await this.#backend.restore(id, kept[0], patience());
    known.words = kept[1];
    return `restore ${id} to ${kept[0]}`;
  }

  async #reset(id: string, known: Expected): Promise<string> {
    await this.#backend.reset(id, patience());
    known.words = [];
    return `reset ${id}`;
  }

  async #branch(id: string, known: Expected): Promise<string> {
    if (this.#model.size >= MAX_SANDBOXES) return await this.#delete(id);
    const kept = this.#random() < 0.4 ? this.#pick([...known.checkpoints]) : undefined;
    const newSandboxId = this.#name("branch");
    const request = kept === undefined ? { newSandboxId } : { newSandboxId, checkpoint: kept[0] };
    await this.#backend.branch(id, request, patience());
    this.#model.set(newSandboxId, { words: kept?.[1] ?? known.words, checkpoints: new Map() });
    return `branch ${id}${kept === undefined ? "" : ` from ${kept[0]}`} to ${newSandboxId}`;
  }

  async #delete(id: string): Promise<string> {
    await this.#backend.delete(id);
    this.#model.delete(id);
    return `delete ${id}`;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  #name(kind: string): string {
    return `${kind}-${this.#seed}-${(this.#names += 1)}`;
  }
}

async function compare(
  backend: SandboxBackend,
  model: ReadonlyMap<string, Expected>,
  trace: string,
): Promise<void> {
  for (const [id, { words, checkpoints }] of model) {
    const sandbox = backend.get(id);
    const found = {
      state: sandbox.state,
      words: await wordsOf(sandbox),
      checkpoints: sandbox.checkpoints.map(({ name }) => name),
    };
    const expected = { state: "ready", words, checkpoints: [...checkpoints.keys()] };
    expect(found, `${id} after: ${trace}`).toEqual(expected);
  }
}
