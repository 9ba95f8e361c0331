// Runs a real Chromium whose pages have our content and page scripts, called as the service worker does.
import { rm } from "node:fs/promises";

import type { Browser, Page, WebWorker } from "puppeteer";
import { launch, TargetType } from "puppeteer";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";
import type {
  Explanation,
  FrameReading,
  ObservationForm,
  ObserveOptions,
} from "@webserv/shared/model/page/observation.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";
import { errorEnvelope } from "@webserv/shared/protocol/envelope.ts";
import { fromErrorObject } from "@webserv/shared/protocol/error-object.ts";

import { makeContentExtension } from "./content-extension.ts";
import { ContentServer } from "./content-server.ts";
import { PATIENCE_MS } from "../time/patience.ts";
import { Tabs } from "./tabs.ts";

type FrameMethod = MethodOn<"worker-frame">;

declare global {
  /** The ports in the service worker, by tab and frame. */
  var stayingPorts: Map<string, chrome.runtime.Port> | undefined;
}

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

const VIEWPORT = { width: 1000, height: 700 };

export class ContentBrowser {
  readonly server: ContentServer;
  readonly #browser: Browser;
  readonly #worker: WebWorker;
  readonly #ownFolder: string | undefined;
  readonly #tabs: Tabs;
  readonly #tabIds = new Map<Page, number>();

  private constructor(
    browser: Browser,
    worker: WebWorker,
    server: ContentServer,
    ownFolder: string | undefined,
  ) {
    this.#browser = browser;
    this.#tabs = new Tabs(browser, VIEWPORT);
    this.#worker = worker;
    this.server = server;
    this.#ownFolder = ownFolder;
  }

  /** @param extension folder of a built extension; if left out, the extension has only one of our two scripts */
  static async launch(extension?: string): Promise<ContentBrowser> {
    const folder = extension ?? (await makeContentExtension());
    const { executable } = await chooseBrowser(undefined);
    const browser = await launch({
      executablePath: executable,
      pipe: true,
      timeout: PATIENCE_MS,
      protocolTimeout: PATIENCE_MS,
      enableExtensions: [folder],
      defaultViewport: VIEWPORT,
      args: process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS,
    });
    const target = await browser.waitForTarget(
      (each) => each.type() === TargetType.SERVICE_WORKER,
      {
        timeout: PATIENCE_MS,
      },
    );
    const worker = await target.worker();
    if (worker === null) throw new Error("the service worker has ended");
    const server = await new ContentServer().listen();
    return new ContentBrowser(
      browser,
      worker,
      server,
      extension === undefined ? folder : undefined,
    );
  }

  /** Opens a page of test/pages, such as `/labels/`. */
  open(path: string): Promise<ContentPage> {
    return this.openUrl(this.server.origin + path);
  }

  /** Opens a page with this source. */
  show(html: string): Promise<ContentPage> {
    return this.openUrl(this.server.page(html));
  }

  async openUrl(url: string): Promise<ContentPage> {
    const page = await this.#tabs.take();
    await page.goto(url);
    const tabId = this.#tabIds.get(page) ?? (await this.#tabIdOf(url));
    this.#tabIds.set(page, tabId);
    return new ContentPage(page, this.#worker, tabId);
  }

  /** Finds the tab; one that was given back may show the same page still. */
  async #tabIdOf(url: string): Promise<number> {
    const known = [...this.#tabIds.values()];
    const tabId = await this.#worker.evaluate(
      async (url, known) => {
        const tabs = await chrome.tabs.query({});
        return tabs.findLast(({ id = -1, url: shown }) => shown === url && !known.includes(id))?.id;
      },
      url,
      known,
    );
    if (tabId === undefined) throw new Error(`no tab shows ${url}`);
    return tabId;
  }

  closePages(): Promise<void> {
    return this.#tabs.giveBackAll();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.server.close();
    if (this.#ownFolder !== undefined) await rm(this.#ownFolder, { recursive: true, force: true });
  }
}

export class ContentPage {
  readonly page: Page;
  readonly #worker: WebWorker;
  readonly #tabId: number;

  constructor(page: Page, worker: WebWorker, tabId: number) {
    this.page = page;
    this.#worker = worker;
    this.#tabId = tabId;
  }

  /**
   * Calls the content script over a port of its own, which stays open until the next call has been answered: a frame
   * to which no port is open lets go of what was begun. Throws what the content script threw.
   */
  async call<N extends FrameMethod>(
    method: N,
    params: ParamsInput<N>,
    frameId = 0,
  ): Promise<Result<N>> {
    const envelope: unknown = await this.#worker.evaluate(
      (tabId, frameId, request) =>
        new Promise<unknown>((resolve, reject) => {
          const port = chrome.tabs.connect(tabId, { frameId, name: "webserv-frame" });
          port.onMessage.addListener((message: unknown) => {
            // A message that the content script sends by itself is no answer.
            if (typeof message === "object" && message !== null && "method" in message) return;
            // Only a port that has answered is known to lead to the document that the frame shows now.
            const frame = `${tabId}/${frameId}`;
            const staying = (globalThis.stayingPorts ??= new Map<string, chrome.runtime.Port>());
            staying.get(frame)?.disconnect();
            staying.set(frame, port);
            resolve(message);
          });
          port.onDisconnect.addListener(() => reject(new Error("the port was closed")));
          port.postMessage(request);
        }),
      this.#tabId,
      frameId,
      { jsonrpc: "2.0", id: 1, method, params },
    );
    const failed = errorEnvelope.safeParse(envelope);
    if (failed.success) throw fromErrorObject(failed.data.error);
    const result: unknown = Reflect.get(Object(envelope), "result");
    return methods[method].result.parse(result) as Result<N>;
  }

  observe(form: ObservationForm = "html", frameId = 0): Promise<FrameReading> {
    return this.read({ form }, frameId);
  }

  read(options: ObserveOptions, frameId = 0): Promise<FrameReading> {
    return this.call("frame.observe", options, frameId);
  }

  /** Resolves with the evidence for and against each element. */
  async explain(): Promise<Explanation[]> {
    return (await this.call("frame.observe", { form: "html", explain: true })).explained ?? [];
  }

  async locate(
    id: string,
    purpose: ParamsInput<"frame.locate">["purpose"] = "click",
    timeoutMs = 3000,
  ): Promise<Result<"frame.locate">> {
    return await this.call("frame.locate", { id, purpose, timeoutMs });
  }

  settle(options: ParamsInput<"frame.settle"> = {}): Promise<Result<"frame.settle">> {
    return this.call("frame.settle", options);
  }

  /** Resolves with the ids of the frames in this tab, the top one first. */
  async frameIds(): Promise<number[]> {
    const frames = await this.#worker.evaluate(
      async (tabId) => (await chrome.webNavigation.getAllFrames({ tabId })) ?? [],
      this.#tabId,
    );
    return frames.map((frame) => frame.frameId).sort((a, b) => a - b);
  }
}

/** Resolves with the WebservError that `promise` rejects with. */
export async function failure(promise: Promise<unknown>): Promise<WebservError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof WebservError) return error;
  throw new Error("the call was expected to fail with a WebservError", { cause: error });
}
