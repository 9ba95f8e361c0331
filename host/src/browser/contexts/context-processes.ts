// Finds which of a browser's processes run the pages and workers of which context, and what each has used.
import * as z from "zod/mini";

import { ask, AttachedTarget } from "./attached-target.ts";
import type { DebuggingPipe } from "./debugging-pipe.ts";

export interface BrowserProcess {
  readonly pid: number;
  /** Processor time since the process began. */
  readonly cpuSeconds: number;
  /**
   * The context whose pages or workers it runs: no two contexts share a process. Null if it serves
   * them all; undefined if it runs pages or workers and their context is not known yet.
   */
  readonly contextId: string | null | undefined;
}

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.int(), cpuTime: z.number() })),
});
const contexts = z.object({ browserContextIds: z.array(z.string()) });
const targets = z.object({
  targetInfos: z.array(
    z.object({
      targetId: z.string(),
      type: z.string(),
      url: z.string(),
      browserContextId: z.optional(z.string()),
    }),
  ),
});
type Target = z.infer<typeof targets>["targetInfos"][number];
const search = z.object({ searchId: z.string() });
const request = z.object({ requestId: z.string() });

const PAGES = new Set(["page", "iframe"]);
const WORKERS = new Set(["service_worker", "shared_worker"]);
/** Process ids inside the browser's own sandbox are reported with this number added. */
const SANDBOXED_PID_OFFSET = 1_000_000_000_000_000;

export class ContextProcesses {
  readonly #pipe: DebuggingPipe;
  /** Process ids by target id. A target at another address may run in another process. */
  readonly #known = new Map<string, { readonly url: string; readonly pid: number }>();

  constructor(pipe: DebuggingPipe) {
    this.#pipe = pipe;
  }

  /** Never rejects; empty if the browser is gone. Attaches only to targets that have navigated. */
  async list(): Promise<readonly BrowserProcess[]> {
    const [found, made] = await Promise.all([
      ask(this.#pipe, "Target.getTargets"),
      ask(this.#pipe, "Target.getBrowserContexts"),
    ]);
    const all = targets.safeParse(found).data?.targetInfos ?? [];
    const isMade = new Set(contexts.safeParse(made).data?.browserContextIds);
    const owners = new Map<number, string | null>();
    await Promise.all(
      all.map(async (target) => {
        const pid = await this.#pidOf(target);
        const { browserContextId } = target;
        if (pid === undefined || browserContextId === undefined) return;
        owners.set(pid, isMade.has(browserContextId) ? browserContextId : null);
      }),
    );
    this.#forgetOthers(all);
    const listed = processes.safeParse(await ask(this.#pipe, "SystemInfo.getProcessInfo"));
    return (listed.data?.processInfo ?? []).map(({ id, type, cpuTime }) => ({
      pid: id,
      cpuSeconds: cpuTime,
      contextId: owners.has(id) ? owners.get(id) : type === "renderer" ? undefined : null,
    }));
  }

  /** Returns undefined if the target is of another kind, or does not answer. */
  async #pidOf({ targetId, type, url }: Target): Promise<number | undefined> {
    if (!PAGES.has(type) && !WORKERS.has(type)) return undefined;
    const known = this.#known.get(targetId);
    if (known?.url === url) return known.pid;
    const target = await AttachedTarget.attach(this.#pipe, targetId);
    const pid = target === undefined ? undefined : await askPid(target, PAGES.has(type));
    void target?.detach();
    if (pid === undefined) return known?.pid;
    this.#known.set(targetId, { url, pid });
    return pid;
  }

  #forgetOthers(all: readonly Target[]): void {
    const ids = new Set(all.map(({ targetId }) => targetId));
    for (const targetId of this.#known.keys()) {
      if (!ids.has(targetId)) this.#known.delete(targetId);
    }
  }
}

/** No command returns a target's process, but the ids of its searches and requests begin with it. */
async function askPid(target: AttachedTarget, isPage: boolean): Promise<number | undefined> {
  if (isPage) {
    await target.ask("DOM.enable");
    const { data } = search.safeParse(await target.ask("DOM.performSearch", { query: "webserv" }));
    if (data !== undefined) void target.ask("DOM.discardSearchResults", data);
    return pidIn(data?.searchId);
  }
  const requested = target.firstEvent((method, params) =>
    method === "Network.requestWillBeSent" ? request.safeParse(params).data?.requestId : undefined,
  );
  await target.ask("Network.enable");
  void target.ask("Runtime.evaluate", { expression: "fetch('data:,').catch(() => {}), 0" });
  return pidIn(await requested);
}

function pidIn(id: string | undefined): number | undefined {
  const pid = Number(/^(\d+)\./.exec(id ?? "")?.[1]);
  return Number.isNaN(pid) ? undefined : pid % SANDBOXED_PID_OFFSET;
}
