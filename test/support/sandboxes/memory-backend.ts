// Keeps sandboxes in memory: a backend for tests of the lifecycle, and of what stands above backends.
import type { BackendEntry } from "@webserv/host/src/sandbox/backends/backend-slot.ts";
import type {
  ImportRequest,
  Left,
  Progress,
  SandboxBackend,
  SiteSource,
} from "@webserv/host/src/sandbox/backend.ts";
import type {
  BranchOrigin,
  DrivenSandbox,
  DriverContext,
  SandboxDriver,
  SandboxPlan,
} from "@webserv/host/src/sandbox/lifecycle/sandbox-driver.ts";
import type { SandboxIds } from "@webserv/host/src/sandbox/sandbox-ids.ts";
import { SandboxLifecycle } from "@webserv/host/src/sandbox/lifecycle/sandbox-lifecycle.ts";
import type { BackendName, PoolState, Sandbox, SiteState } from "@webserv/shared/model/sandbox.ts";
import { site as siteSchema } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

export class MemoryDriver implements SandboxDriver<MemorySandbox> {
  readonly name: BackendName;
  readonly runsImages: boolean;
  /** The sandboxes it holds, whichever backend opens it. */
  readonly sandboxes = new Map<string, MemorySandbox>();
  readonly prepared = new Set<string>();
  /** The calls it received, such as "create a". */
  readonly calls: string[] = [];
  /** It is awaited before a site is prepared. */
  importing: (progress: Progress, signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** It is awaited before a sandbox is made or reset. */
  making: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** It is awaited while a sandbox is copied. */
  copying: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** It is awaited before earlier sandboxes are taken back. */
  adopting: () => Promise<void> = () => Promise.resolve();
  /** It is thrown when a sandbox is removed. */
  deleteError: Error | undefined;
  #context: DriverContext<MemorySandbox> | undefined;

  constructor(name: BackendName) {
    this.name = name;
    this.runsImages = name === "incus";
  }

  open(ids: SandboxIds): SandboxBackend {
    const log = { info: () => undefined, warn: () => undefined };
    return new SandboxLifecycle<MemorySandbox>({ ids, log }, (context) => {
      this.#context = context;
      return this;
    });
  }

  /** Leaves a sandbox of an earlier daemon. */
  leave(source: SiteSource, sandboxId: string): void {
    const plan = { sandboxId, source, template: source.site.name };
    this.sandboxes.set(sandboxId, new MemorySandbox(this.name, plan, "ready"));
  }

  /** Lets the sandbox fail by itself. */
  fail(sandboxId: string): void {
    const sandbox = this.sandboxes.get(sandboxId);
    if (sandbox === undefined || this.#context === undefined) throw new Error(`no ${sandboxId}`);
    sandbox.become("failed");
    this.#context.failed(sandbox);
  }

  /** Lets work go on after the answer. */
  goOn(work: Promise<void>): void {
    this.#context?.background.add(work);
  }

  unfit(site: Site): string | undefined {
    const recipe = this.name === "local" ? site.local : site.image;
    return recipe === undefined ? `nothing for ${this.name}` : undefined;
  }

  async importSite(
    { source, image, progress }: ImportRequest,
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

  async withTemplate<T>(
    { site }: SiteSource,
    _signal: AbortSignal,
    work: (template: string) => Promise<T>,
  ): Promise<T> {
    return await work(site.name);
  }

  sweepTemplates(): Promise<void> {
    return Promise.resolve();
  }

  begin(plan: SandboxPlan): Promise<MemorySandbox> {
    return Promise.resolve(new MemorySandbox(this.name, plan, "starting"));
  }

  async make(sandbox: MemorySandbox, signal: AbortSignal): Promise<void> {
    this.calls.push(`create ${sandbox.state.sandboxId}`);
    await this.making(signal);
    signal.throwIfAborted();
    this.#keep(sandbox);
  }

  async copy(
    sandbox: MemorySandbox,
    { withParent }: BranchOrigin<MemorySandbox>,
    signal: AbortSignal,
  ): Promise<void> {
    this.calls.push(`branch ${sandbox.state.sandboxId}`);
    await withParent(async (_parent, until) => this.copying(until));
    signal.throwIfAborted();
    this.#keep(sandbox);
  }

  undo({ state: { sandboxId } }: MemorySandbox, wasEnded: boolean): Promise<void> {
    this.calls.push(`undo ${sandboxId}${wasEnded ? ", ended" : ""}`);
    return Promise.resolve();
  }

  async remove({ state: { sandboxId } }: MemorySandbox): Promise<void> {
    this.calls.push(`delete ${sandboxId}`);
    if (this.deleteError !== undefined) throw this.deleteError;
    this.sandboxes.delete(sandboxId);
  }

  async checkpoint({ state }: MemorySandbox, name: string): Promise<void> {
    this.calls.push(`checkpoint ${state.sandboxId} ${name}`);
  }

  async restore({ state }: MemorySandbox, name: string): Promise<void> {
    this.calls.push(`restore ${state.sandboxId} ${name}`);
  }

  async reset({ state }: MemorySandbox, signal: AbortSignal): Promise<void> {
    this.calls.push(`reset ${state.sandboxId}`);
    await this.making(signal);
  }

  stats = notAsked;
  logs = notAsked;
  exec = notAsked;
  setPool = notAsked;

  pools(): readonly PoolState[] {
    return [];
  }

  async adopt(): Promise<Left> {
    this.calls.push("adopt");
    await this.adopting();
    const adopted = [...this.sandboxes.values()];
    for (const sandbox of adopted) this.#context?.sandboxes.add(sandbox);
    return { adopted: adopted.map(({ view }) => view), swept: [] };
  }

  close(): Promise<void> {
    this.calls.push("close");
    return Promise.resolve();
  }

  abandon(): Promise<void> {
    this.calls.push("abandon");
    return Promise.resolve();
  }

  #keep(sandbox: MemorySandbox): void {
    sandbox.become("ready");
    this.sandboxes.set(sandbox.state.sandboxId, sandbox);
  }
}

class MemorySandbox implements DrivenSandbox {
  readonly state: DrivenSandbox["state"];
  #view: Sandbox;

  constructor(
    backend: BackendName,
    { sandboxId, source, template, parent }: SandboxPlan,
    state: Sandbox["state"],
  ) {
    const { site, baseDir } = source;
    this.state = { sandboxId, site, baseDir, template };
    this.#view = {
      sandboxId,
      site: site.name,
      backend,
      state,
      hosts: site.hosts,
      origin: "http://10.0.0.1:1000",
      origins: site.hosts.map((_host, index) => `http://10.0.0.1:${1000 + index}`),
      checkpoints: [],
      ...(parent === undefined ? {} : { parent }),
      createdAt: new Date().toISOString(),
      readyMs: 0,
    };
  }

  get view(): Sandbox {
    return this.#view;
  }

  become(state: Sandbox["state"]): void {
    this.#view = { ...this.#view, state };
  }
}

/** Makes an entry that is there, or that throws `why` as long as it is told so. */
export function memoryEntry(
  driver: MemoryDriver,
  fault: { why: string | undefined } = { why: undefined },
): BackendEntry {
  return {
    name: driver.name,
    usedBefore: () => true,
    mayHold: (sandboxId) => driver.sandboxes.has(sandboxId),
    open: async (ids) => {
      const check = async (): Promise<void> => {
        if (fault.why !== undefined) throw new WebservError("backend-unavailable", fault.why);
      };
      await check();
      const release = async (): Promise<void> => void driver.calls.push("release");
      return { backend: driver.open(ids), check, release };
    },
  };
}

/** Makes a site that runs on what is named. */
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
