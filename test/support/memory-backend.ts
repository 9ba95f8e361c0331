// A sandbox backend that keeps everything in memory: for tests of what stands above backends.
import type { Progress, SandboxBackend, SiteSource } from "@webserv/host/src/sandbox/backend.ts";
import type { BackendEntry } from "@webserv/host/src/sandbox/backend-slot.ts";
import type { BackendName, PoolState, Sandbox, SiteState } from "@webserv/shared/model/sandbox.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

export class MemoryBackend implements SandboxBackend {
  readonly name: BackendName;
  readonly sandboxes = new Map<string, Sandbox>();
  readonly prepared = new Set<string>();
  /** What it was asked, such as "create a". */
  readonly calls: string[] = [];
  /** Awaited before a site is prepared. */
  importing: (progress: Progress, signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** Awaited before a sandbox is made. */
  making: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** Awaited before what is there is taken back. */
  adopting: () => Promise<void> = () => Promise.resolve();
  /** Thrown by `delete`. */
  deleteError: Error | undefined;
  readonly #listeners: ((sandbox: Sandbox) => void)[] = [];

  constructor(name: BackendName) {
    this.name = name;
  }

  unfit(site: Site): string | undefined {
    const recipe = this.name === "local" ? site.local : site.image;
    return recipe === undefined ? `nothing for ${this.name}` : undefined;
  }

  async importSite(
    { source, image, progress }: Parameters<SandboxBackend["importSite"]>[0],
    signal: AbortSignal,
  ): Promise<SiteState> {
    this.calls.push(`import ${source.site.name}${image === undefined ? "" : ` ${image}`}`);
    await this.importing(progress ?? (() => {}), signal);
    signal.throwIfAborted();
    this.prepared.add(source.site.name);
    return await this.siteState(source);
  }

  removeSite(name: string): Promise<boolean> {
    return Promise.resolve(this.prepared.delete(name));
  }

  siteState({ site: { name } }: SiteSource): Promise<SiteState> {
    return Promise.resolve({ site: name, backend: this.name, prepared: this.prepared.has(name) });
  }

  async create(
    { source, sandboxId }: { readonly source: SiteSource; readonly sandboxId: string },
    signal: AbortSignal,
  ): Promise<Sandbox> {
    this.calls.push(`create ${sandboxId}`);
    await this.making(signal);
    signal.throwIfAborted();
    const { site } = source;
    const sandbox: Sandbox = {
      sandboxId,
      site: site.name,
      backend: this.name,
      state: "ready",
      hosts: site.hosts,
      origin: "http://10.0.0.1:1000",
      origins: site.hosts.map((_host, index) => `http://10.0.0.1:${1000 + index}`),
      checkpoints: [],
      createdAt: new Date().toISOString(),
      readyMs: 0,
    };
    this.sandboxes.set(sandboxId, sandbox);
    return sandbox;
  }

  get(sandboxId: string): Sandbox {
    const sandbox = this.sandboxes.get(sandboxId);
    if (sandbox === undefined) throw new WebservError("unknown-sandbox", `no "${sandboxId}"`);
    return sandbox;
  }

  list(): readonly Sandbox[] {
    return [...this.sandboxes.values()];
  }

  async checkpoint(sandboxId: string): Promise<Sandbox> {
    return this.get(sandboxId);
  }

  async restore(sandboxId: string): Promise<Sandbox> {
    return this.get(sandboxId);
  }

  async reset(sandboxId: string, signal: AbortSignal): Promise<Sandbox> {
    await this.making(signal);
    return this.get(sandboxId);
  }

  async branch(
    sandboxId: string,
    { newSandboxId }: { readonly newSandboxId: string },
  ): Promise<Sandbox> {
    const sandbox = { ...this.get(sandboxId), sandboxId: newSandboxId, parent: sandboxId };
    this.sandboxes.set(newSandboxId, sandbox);
    return sandbox;
  }

  async delete(sandboxId: string): Promise<void> {
    this.calls.push(`delete ${sandboxId}`);
    if (this.deleteError !== undefined) throw this.deleteError;
    this.sandboxes.delete(sandboxId);
  }

  stats = notAsked;
  logs = notAsked;
  exec = notAsked;
  setPool = notAsked;

  pools(): readonly PoolState[] {
    return [];
  }

  async adopt(): Promise<{ adopted: readonly Sandbox[]; swept: readonly string[] }> {
    this.calls.push("adopt");
    await this.adopting();
    return { adopted: this.list(), swept: [] };
  }

  onFailure(listener: (sandbox: Sandbox) => void): void {
    this.#listeners.push(listener);
  }

  fail(sandboxId: string): void {
    for (const listener of this.#listeners) listener(this.get(sandboxId));
  }

  close(): Promise<void> {
    this.calls.push("close");
    this.sandboxes.clear();
    return Promise.resolve();
  }

  abandon(): Promise<void> {
    this.calls.push("abandon");
    return Promise.resolve();
  }
}

/** An entry that is there, or that throws `why` as long as it is told so. */
export function memoryEntry(
  backend: MemoryBackend,
  fault: { why: string | undefined } = { why: undefined },
): BackendEntry {
  return {
    name: backend.name,
    usedBefore: () => true,
    mayHold: (sandboxId) => backend.sandboxes.has(sandboxId),
    open: async () => {
      const check = async (): Promise<void> => {
        if (fault.why !== undefined) throw new WebservError("backend-unavailable", fault.why);
      };
      await check();
      return { backend, check, release: async () => void backend.calls.push("release") };
    },
  };
}

/** A site that runs on what is named. */
export function memorySite(name: string, ...on: (BackendName | "image source")[]): SiteSource {
  const local = { local: { folder: ".", command: ["true"] } };
  const image = { image: on.includes("image source") ? { source: "docker://x" } : {} };
  const site = siteSchema.parse({
    name,
    title: name,
    hosts: [{ host: `${name}.test` }, { host: `admin.${name}.test`, port: 8080 }],
    ...(on.includes("local") ? local : {}),
    ...(on.includes("incus") || on.includes("image source") ? image : {}),
  });
  return { site, baseDir: "/" };
}

function notAsked(): Promise<never> {
  return Promise.reject(new Error("not asked in tests"));
}
