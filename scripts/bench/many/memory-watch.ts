// Samples the memory of the daemon and the browsers' extension processes, from time to time.
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

import type { Crowd } from "../../../test/support/many/crowd.ts";
import { membersWith } from "../../../test/support/programs/processes.ts";

const EVERY_MS = 10_000;

export interface MemorySample {
  /** The time since the beginning, in seconds. */
  readonly seconds: number;
  /** The proportional share (PSS), as below; null if the system does not report it. */
  readonly daemonMiB: number | null;
  /** The share of the processes that run the extension's workers, on average. */
  readonly workerMiB: number | null;
}

export class MemoryWatch {
  readonly samples: MemorySample[] = [];
  readonly #crowd: Crowd;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** Samples until `over`. A sample leaves out what is being restarted. */
  async watch(over: AbortSignal): Promise<void> {
    const began = performance.now();
    while (!over.aborted) {
      await delay(EVERY_MS, undefined, { signal: over }).catch(() => {});
      if (over.aborted) return;
      const daemonPid = await this.#crowd.daemonPid().catch(() => 0);
      const browsers = Array.from({ length: this.#crowd.browsers }, (_, index) =>
        this.#crowd.browserPid(index),
      );
      const workers = await Promise.all(browsers.map((pid) => workerMiB(pid)));
      const found = workers.filter((each) => each !== null);
      this.samples.push({
        seconds: Math.round((performance.now() - began) / 1000),
        daemonMiB: await pssMiB(daemonPid),
        workerMiB:
          found.length === 0 ? null : found.reduce((sum, each) => sum + each, 0) / found.length,
      });
    }
  }
}

/** Measures the browser's process that runs extensions and nothing else. */
async function workerMiB(browserPid: number): Promise<number | null> {
  const [pid] = await membersWith(browserPid, "--extension-process");
  return pid === undefined ? null : await pssMiB(pid);
}

async function pssMiB(pid: number): Promise<number | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const kiB = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  return kiB === undefined ? null : Number(kiB) / 1024;
}
