// Runs a real application as its users have it: imported by the public command, its sandboxes seen by a browser.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect } from "vitest";
import * as z from "zod/mini";

import { connectDaemon } from "@webserv/host/src/reach/connect.ts";
import { createIncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import type { IncusClient } from "@webserv/host/src/sandbox/incus/client/client.ts";
import { incusNames } from "@webserv/host/src/sandbox/incus/names.ts";
import { labelKeys } from "@webserv/host/src/sandbox/incus/state/labels.ts";
import { execResult } from "@webserv/shared/model/sandbox.ts";
import type { PoolState, Sandbox } from "@webserv/shared/model/sandbox.ts";

import { ChainSession } from "../daemon/chain.ts";
import type { Agent } from "../daemon/chain.ts";
import { CommandLine } from "../programs/command-line.ts";
import { incusSocket } from "../incus/incus.ts";
import { madeImage } from "../incus/made-images.ts";
import { TEST_MS } from "../time/patience.ts";
import { SiteUser } from "./site-user.ts";
import { wholeOutput } from "../incus/whole-output.ts";

/** The longest build and import of an image, in ms. */
const IMPORT_MS = 45 * 60_000;
/** The limit of one test, in ms: the machine may be busy with others. */
export const STEPS_MS = TEST_MS;

/** The options of one call of the daemon. */
const PATIENT = { timeoutMs: 300_000 };
const POLL = { timeout: 300_000, interval: 200 };

export interface RealSiteOptions {
  /** The name of the image and of the site. */
  readonly name: string;
  /** The definition's file, for a site that does not come with WebServ. */
  readonly definition?: string;
}

/** Must be called once in a describe; the site is there in its tests, and is removed after them. */
export function useRealSite(options: RealSiteOptions): () => RealSite {
  let site: RealSite | undefined;
  beforeAll(async () => {
    site = await RealSite.open(options);
  }, IMPORT_MS);
  afterAll(async () => {
    await site?.close();
  }, STEPS_MS);
  return () => {
    if (site === undefined) throw new Error("only inside a test");
    return site;
  };
}

/** Holds one site in a home of its own, with a daemon, and with a browser once it is visited. */
export class RealSite {
  readonly name: string;
  readonly line: CommandLine;
  readonly agent: Agent;
  readonly #client: IncusClient;
  readonly #pool: string;
  #launched: Promise<string> | undefined;

  private constructor(name: string, line: CommandLine, agent: Agent) {
    const names = incusNames();
    this.name = name;
    this.line = line;
    this.agent = agent;
    this.#pool = names.pool;
    this.#client = createIncusClient({
      endpoint: { kind: "unix", socketPath: incusSocket() },
      project: names.project,
    });
  }

  static async open({ name, definition = name }: RealSiteOptions): Promise<RealSite> {
    const archive = await madeImage(name);
    const line = await CommandLine.open({
      WEBSERV_BACKENDS: "incus",
      INCUS_SOCKET: incusSocket(),
    });
    await line.json(["daemon", "start"]);
    const agent = await connectDaemon({
      home: line.home,
      start: false,
      client: { name: "test", version: "1" },
      signal: AbortSignal.timeout(PATIENT.timeoutMs),
    });
    const site = new RealSite(name, line, agent);
    try {
      await line.json(["site", "import", definition, "--image", archive]);
      return site;
    } catch (error) {
      // The reason of the failure counts, not what could not be tidied up.
      await site.close().catch(() => undefined);
      throw error;
    }
  }

  /** Deletes all of it; throws if anything of this home stays in Incus. */
  async close(): Promise<void> {
    this.agent.close();
    const owner = this.#owner();
    await this.line.json(["daemon", "stop", "--purge"]);
    const left = await this.#belongings(owner);
    await this.#client.close();
    await this.line.close();
    if (left.length > 0) throw new Error(`in Incus there still is ${left.join(", ")}`);
  }

  async create(sandboxId: string): Promise<Sandbox> {
    return await this.agent.call("sandbox.create", { site: this.name, sandboxId }, PATIENT);
  }

  async reset(sandboxId: string): Promise<Sandbox> {
    return await this.agent.call("sandbox.reset", { sandboxId }, PATIENT);
  }

  async branch(sandboxId: string, newSandboxId: string): Promise<Sandbox> {
    return await this.agent.call("sandbox.branch", { sandboxId, newSandboxId }, PATIENT);
  }

  async checkpoint(sandboxId: string, checkpoint: string): Promise<Sandbox> {
    return await this.agent.call("sandbox.checkpoint", { sandboxId, checkpoint }, PATIENT);
  }

  async restore(sandboxId: string, checkpoint: string): Promise<Sandbox> {
    return await this.agent.call("sandbox.restore", { sandboxId, checkpoint }, PATIENT);
  }

  /** Has `count` clones kept ready; resolves with their addresses once they are. */
  async keepReady(count: number): Promise<string[]> {
    await this.agent.call("pool.set", { site: this.name, min: count, max: count }, PATIENT);
    await expectCount(async () => (await this.#poolState())?.ready, count);
    const { sandboxes } = await this.agent.call("sandbox.list", {});
    const taken = new Set(sandboxes.map(addressOf));
    const clones = (await this.#instances(this.#owner())).flatMap(
      (name) => /^clone-(.+)$/.exec(name)?.[1]?.replaceAll("-", ".") ?? [],
    );
    return clones.filter((address) => !taken.has(address));
  }

  async #poolState(): Promise<PoolState | undefined> {
    const { pools } = await this.agent.call("pool.list", {});
    return pools.find(({ site }) => site === this.name);
  }

  /**
   * Resolves with what a command inside prints, without its last line's end; throws if it fails. It may run twice.
   */
  async exec(sandboxId: string, ...command: readonly string[]): Promise<string> {
    const words = ["sandbox", "exec", sandboxId, "--json", "--", ...command];
    const { stdout } = await wholeOutput(async () => {
      const ran = await this.line.run(words);
      const { exitCode, out, err } = ran;
      if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${exitCode}\n${out}${err}`);
      return z.parse(execResult, ran.json());
    });
    return stdout.replace(/\n$/, "");
  }

  /**
   * Resolves with a user who sees the sandbox in the one browser of this home, and may upload the files of a folder.
   */
  async use(sandboxId: string, path: string, filesFrom?: string): Promise<SiteUser> {
    return new SiteUser(
      await this.#session(sandboxId, path, filesFrom === undefined ? {} : { filesFrom }),
    );
  }

  async #session(
    sandboxId: string,
    path: string,
    files: { readonly filesFrom?: string } = {},
  ): Promise<ChainSession> {
    this.#launched ??= this.agent
      .call("browser.launch", { kind: "training", headless: true }, PATIENT)
      .then((browser) => browser.browserId);
    const browserId = await this.#launched;
    const { sites } = await this.agent.call("site.list", {});
    const host = sites.find(({ name }) => name === this.name)?.hosts[0]?.host ?? "";
    const opened = await this.agent.call(
      "session.open",
      { browserId, sandboxes: [sandboxId], url: `http://${host}${path}`, ...files },
      PATIENT,
    );
    return new ChainSession(this, opened);
  }

  #owner(): string {
    const file = join(this.line.home, "incus", "owner");
    return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  }

  async #instances(owner: string): Promise<string[]> {
    const labels = { [labelKeys.owner]: owner };
    const { instances } = this.#client;
    const found = await instances.list(AbortSignal.timeout(PATIENT.timeoutMs), { labels });
    return found.map(({ name }) => name);
  }

  /** Resolves with the names of instances, images and volumes. */
  async #belongings(owner: string): Promise<string[]> {
    const signal = AbortSignal.timeout(PATIENT.timeoutMs);
    const { images, storage } = this.#client;
    const volumes = await storage.volumes.list(this.#pool, signal);
    return [
      ...(await this.#instances(owner)),
      ...(await images.list(signal, { [labelKeys.owner]: owner })).map((each) => each.fingerprint),
      ...volumes.flatMap(({ name, config }) => (config[labelKeys.owner] === owner ? [name] : [])),
    ];
  }
}

async function expectCount(look: () => Promise<number | undefined>, count: number): Promise<void> {
  await expect.poll(look, POLL).toBe(count);
}

export function addressOf({ origin }: Sandbox): string {
  return new URL(origin).hostname;
}
