// Makes sandboxes of the tiny image on the Incus everybody shares, and asks them questions.
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, expect } from "vitest";

import type { SandboxBackend, SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { site } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";

import { incusSocket } from "./incus.ts";
import { createSharedPlace, openBackend } from "./own-backend.ts";
import type { OpenBackend, Place } from "./own-backend.ts";
import { PATIENCE_MS } from "../time/patience.ts";

export interface IncusWorld {
  readonly place: Place;
  readonly client: IncusClient;
  readonly backend: SandboxBackend;
  /** Puts another backend over the same state in place of this one, which is left as it is. */
  reopen(): SandboxBackend;
  /** Returns the names of the instances in Incus that belong to this test. */
  instances(): Promise<string[]>;
}

/** Makes the world once in a describe; what the test's owner has in Incus is deleted after it. */
export function useIncusWorld(): IncusWorld {
  let place: Place | undefined;
  let client: IncusClient | undefined;
  const opened: OpenBackend[] = [];
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("only inside a test");
    return value;
  };

  beforeAll(async () => {
    place = await createSharedPlace(incusSocket());
    const endpoint = { kind: "unix" as const, socketPath: place.socketPath };
    client = createIncusClient({ endpoint, project: place.set });
    opened.push(openBackend(place));
  });
  // A sandbox's earlier state is deleted afterwards; the next test is not to take it for a leak of its own.
  afterEach(async () => {
    const clones = async (): Promise<number> =>
      (await world.instances()).filter((name) => name.startsWith("clone-")).length;
    // A pool is filled again meanwhile.
    const used = (): number => world.backend.list().length + ready(world.backend);
    const giveUpAt = Date.now() + PATIENCE_MS;
    while ((await clones()) > used() && Date.now() < giveUpAt) await delay(50);
  });
  afterAll(async () => {
    await Promise.all(opened.map(async (each) => each.close()));
    // These are templates, and what a failed test has left.
    const last = openBackend(there(place));
    await last.backend.adopt(() => undefined, patience());
    await last.close();
    expect(await world.instances()).toEqual([]);
    await there(client).close();
    await rm(there(place).dir, { recursive: true, force: true });
  });

  const world: IncusWorld = {
    get place() {
      return there(place);
    },
    get client() {
      return there(client);
    },
    get backend() {
      return there(opened.at(-1)).backend;
    },
    reopen() {
      opened.push(openBackend(there(place)));
      return world.backend;
    },
    async instances() {
      const labels = { [labelKeys.owner]: there(place).owner };
      return (await there(client).instances.list(patience(), { labels })).map(({ name }) => name);
    },
  };
  return world;
}

function ready(backend: SandboxBackend): number {
  return backend.pools().reduce((sum, pool) => sum + pool.ready + pool.filling, 0);
}

const NO_POOL = { min: 0, max: 0 };

/** Makes the tiny site of the place, or one with other properties; without a pool if none is given. */
export function tinySite(place: Place, name: string, some: Partial<Site> = {}): SiteSource {
  const image = { source: `docker-archive:${place.dir}/tiny.tar`, ...some.image };
  const hosts = [{ host: `${name}.test` }];
  const readiness = { includes: "Tiny", timeoutMs: PATIENCE_MS };
  return {
    baseDir: place.dir,
    site: site.parse({ title: "Tiny", hosts, readiness, pool: NO_POOL, ...some, name, image }),
  };
}

export async function ask(sandbox: Sandbox, path: string): Promise<string> {
  const response = await fetch(`${sandbox.origin}${path}`, { signal: patience() });
  return (await response.text()).trim();
}

/** Resolves with the words added to it, in their order. */
export async function wordsOf(sandbox: Sandbox): Promise<string[]> {
  return (await ask(sandbox, "/cgi-bin/words")).split("\n").filter((word) => word !== "");
}

export async function addWord(sandbox: Sandbox, word: string): Promise<void> {
  expect(await ask(sandbox, `/cgi-bin/put?${word}`)).toBe("ok");
}

export function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}
