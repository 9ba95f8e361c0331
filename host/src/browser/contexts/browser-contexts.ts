// Makes isolated contexts in a running browser and disposes of them, over its debugging pipe.
import * as z from "zod/mini";

import { ContextPages } from "./context-pages.ts";
import { type BrowserProcess, ContextProcesses } from "./context-processes.ts";
import type { DebuggingPipe } from "./debugging-pipe.ts";

const WINDOW = { width: 1280, height: 900 };

const madeContext = z.object({ browserContextId: z.string() });

/** A context has its own cookies, storage, proxy and worker of the extension. */
export interface BrowserContext {
  readonly contextId: string;
  readonly pages: ContextPages;
  /** Closes its tabs and deletes its data. A browser that has ended is no error. */
  dispose(signal: AbortSignal): Promise<void>;
}

export class BrowserContexts {
  readonly #pipe: DebuggingPipe;
  readonly #processes: ContextProcesses;

  constructor(pipe: DebuggingPipe) {
    this.#pipe = pipe;
    this.#processes = new ContextProcesses(pipe);
  }

  /**
   * Lists all processes of the browser, with the context that each serves. Never rejects; empty if
   * the browser is gone.
   */
  async processes(): Promise<readonly BrowserProcess[]> {
    return await this.#processes.list();
  }

  /**
   * Makes a context with one blank tab, which starts the extension in it. Everything it loads goes
   * through 127.0.0.1:`proxyPort`, addresses of this machine too.
   * @throws WebservError `launch-failed` if the browser refuses or is gone; the signal's reason.
   */
  async create(proxyPort: number, signal: AbortSignal): Promise<BrowserContext> {
    const { browserContextId } = madeContext.parse(
      await this.#pipe.send(
        "Target.createBrowserContext",
        { proxyServer: `127.0.0.1:${proxyPort}`, proxyBypassList: "<-loopback>" },
        signal,
      ),
    );
    const context: BrowserContext = {
      contextId: browserContextId,
      pages: new ContextPages(this.#pipe, browserContextId),
      dispose: async (until) => {
        if (this.#pipe.closed) return;
        await this.#pipe.send("Target.disposeBrowserContext", { browserContextId }, until);
      },
    };
    try {
      await this.#pipe.send(
        "Target.createTarget",
        { url: "about:blank", browserContextId, newWindow: true, ...WINDOW },
        signal,
      );
    } catch (error) {
      await context.dispose(AbortSignal.timeout(5000)).catch(() => {});
      throw error;
    }
    return context;
  }
}
