// Measures acquire, reset and branch: the waits of an agent between two tasks, with a pool that is full.
import { connect } from "node:net";

import type { Sandbox } from "@webserv/shared/model/sandbox.ts";

import type { SandboxBackend } from "../../../host/src/sandbox/backend.ts";
import { waitUntilReady } from "../../../host/src/sandbox/readiness.ts";
import { spreadOf } from "../report.ts";
import type { BenchSite } from "./engine.ts";
import type { Turns } from "./figures.ts";
import { pageOf } from "./page.ts";
import { withPool } from "./pool.ts";

const WARM_UP = 1;
const POOL = 2;

/** Measures each with a full pool, so that nothing else is being made meanwhile. */
export async function measureTurns(
  backend: SandboxBackend,
  site: BenchSite,
  rounds: number,
  signal: AbortSignal,
): Promise<Turns> {
  const acquire: number[] = [];
  const acquireToPage: number[] = [];
  const reset: number[] = [];
  const branch: number[] = [];
  await withPool(backend, site, POOL, async (pool) => {
    for (let round = -WARM_UP; round < rounds; round++) {
      const sandboxId = `bench-turn-${round + WARM_UP}`;
      const newSandboxId = `${sandboxId}-branch`;
      try {
        await pool.full(signal);
        const acquired = await timeAcquire(backend, site, sandboxId, signal);
        await pool.full(signal);
        const resetMs = await timed(async () => {
          await accepting(await backend.reset(sandboxId, signal), signal);
        });
        await pool.full(signal);
        const branchMs = await timed(async () => {
          await accepting(await backend.branch(sandboxId, { newSandboxId }, signal), signal);
        });
        if (round < 0) continue;
        acquire.push(acquired.acceptingMs);
        acquireToPage.push(acquired.pageMs);
        reset.push(resetMs);
        branch.push(branchMs);
      } finally {
        await backend.delete(newSandboxId);
        await backend.delete(sandboxId);
      }
    }
  });
  return {
    acquire: spreadOf(acquire),
    acquireToPage: spreadOf(acquireToPage),
    reset: spreadOf(reset),
    branch: spreadOf(branch),
  };
}

async function timeAcquire(
  backend: SandboxBackend,
  site: BenchSite,
  sandboxId: string,
  signal: AbortSignal,
): Promise<{ acceptingMs: number; pageMs: number }> {
  const startedAt = performance.now();
  const sandbox = await backend.create({ source: site.source, sandboxId }, signal);
  await accepting(sandbox, signal);
  const acceptingMs = performance.now() - startedAt;
  const shortcoming = await waitUntilReady(pageOf(site, sandbox.origin), signal);
  if (shortcoming !== undefined) throw new Error(`${site.label} showed no page: ${shortcoming}`);
  return { acceptingMs, pageMs: performance.now() - startedAt };
}

/** Resolves when the sandbox has accepted a TCP connection. */
async function accepting({ origin }: Sandbox, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: port === "" ? 80 : Number(port), signal });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve).once("error", reject);
    });
  } finally {
    socket.destroy();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
