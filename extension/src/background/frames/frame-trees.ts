// Reads a tab's page through all its frames, and remembers which frame each prefix of an id leads to.
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import type { FrameReading, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import { MAX_HTML } from "@webserv/shared/model/page/observation.ts";
import { missingId } from "@webserv/shared/protocol/missing-id.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import type { InnerLoads } from "../watch/inner-loads.ts";
import { withinBudget } from "./frame-budget.ts";
import type { FrameNode } from "./frame-node.ts";
import type { FramePeers } from "./frame-peers.ts";
import type { FrameCallOptions } from "./patient-calls.ts";
import { InnerReading } from "./inner-reading.ts";
import type { ListedFrame } from "./listed-frames.ts";
import { listFrames } from "./listed-frames.ts";
import type { BlobFrames } from "./blob-frames.ts";
import type { PdfDocuments } from "./pdf/pdf-documents.ts";
import { mergeReadings } from "./merge-readings.ts";
import type { ReadOptions } from "./read-options.ts";

/** Limits the wait for other frames in the search for ids that resemble an unknown one, in ms. */
const NEAREST_MS = 500;
/** Limits the wait for the bytes of a PDF, in ms; no reading waits that long. */
const PDF_MS = 20_000;

/** Holds what is known of a tab's page; if it is dropped during a reading, the result of that reading is lost. */
interface Tree {
  /**
   * Holds the frames of the last reading by the prefix of the ids in them; it is undefined before the first reading
   * has ended.
   */
  nodes: ReadonlyMap<string, FrameNode> | undefined;
  /** Holds, by document, the tokens by which documents have identified themselves to the frame around them. */
  readonly tokens: Map<string, string>;
}

/** Asks the main frame of a tab for the aftermath of an action, as it is read. */
export interface AftermathQuestion {
  readonly tabId: number;
  readonly wish: NonNullable<ParamsInput<"frame.observe">["aftermath"]>;
  readonly hear: (answer: NonNullable<Result<"frame.observe">["aftermath"]>) => void;
}

export interface FrameTreesParts {
  readonly frames: Pick<FramePeers, "call" | "callDocument">;
  readonly loads: InnerLoads;
  readonly pdfs: PdfDocuments;
  readonly blobFrames: Pick<BlobFrames, "in">;
}

export class FrameTrees {
  readonly #parts: FrameTreesParts;
  readonly #trees = new Map<number, Tree>();

  constructor(parts: FrameTreesParts) {
    this.#parts = parts;
  }

  /**
   * Reads the page, or the part of it that is to be expanded, which may be in an inner frame.
   * @param aftermath asks the main frame for more in the same call; an inner frame that is expanded is not asked
   * @throws WebservError the error of the frame that is read first; other frames that fail leave their reasons.
   */
  async read(
    tabId: number,
    observe: ReadOptions,
    call: FrameCallOptions,
    aftermath?: AftermathQuestion,
  ): Promise<FrameReading> {
    const node = await this.#begin(tabId, observe, call);
    const prefix = node === null ? "" : node.id + FRAME_SEPARATOR;
    const params = {
      ...observe,
      prefix,
      ...(node === null && aftermath?.tabId === tabId ? { aftermath: aftermath.wish } : {}),
    };
    const { aftermath: answer, ...reading } = await this.#observe(tabId, node, params, call);
    if (answer !== undefined) aftermath?.hear(answer);
    const tree = this.#trees.get(tabId) ?? { nodes: undefined, tokens: new Map<string, string>() };
    this.#trees.set(tabId, tree);
    // If this reading leaves parts out, the frames that earlier readings found there stay known, with their ids.
    const isPart = observe.expand !== undefined || reading.expandable.length > 0;
    const nodes = new Map(isPart ? await this.#stillThere(tabId, tree.nodes) : []);
    const { budget } = reading;
    const inner = await new InnerReading({
      listed: () => this.#listed(tabId),
      observe,
      tokens: tree.tokens,
      ask: (node, method, params, options) => this.ask(tabId, node, method, params, options),
      read: (node, params, options) => this.#observe(tabId, node, params, options),
      loadsIn: (frameId) => this.#parts.loads.pendingIn(tabId, frameId),
      onNode: (prefix, node) => nodes.set(prefix, node),
      signal: call.signal,
    }).of(node, reading, budget);
    tree.nodes = nodes;
    return mergeReadings(await withinBudget({ reading, inner }, budget), MAX_HTML);
  }

  /** Returns the frame that is read first. */
  async #begin(
    tabId: number,
    { expand }: ObserveOptions,
    call: FrameCallOptions,
  ): Promise<FrameNode | null> {
    return expand === undefined ? null : await this.frameOf(tabId, expand, call);
  }

  /**
   * Returns the frame in which an id lies; null for the main one.
   * @throws WebservError `unknown-id` if no frame has this prefix.
   */
  async frameOf(tabId: number, id: string, call: FrameCallOptions): Promise<FrameNode | null> {
    const prefix = id.slice(0, id.lastIndexOf(FRAME_SEPARATOR) + 1);
    if (prefix === "") return null;
    await this.know(tabId, call);
    const known = this.#trees.get(tabId)?.nodes?.get(prefix);
    if (known !== undefined) return known;
    // The budget may have had no room for this frame since the page was loaded again.
    const expand = prefix.slice(0, -FRAME_SEPARATOR.length);
    await this.read(tabId, { expand, aside: true }, call).catch(() => call.signal.throwIfAborted());
    const node = this.#trees.get(tabId)?.nodes?.get(prefix);
    if (node !== undefined) return node;
    throw missingId(id, "unknown-id", await this.nearest(tabId, id, call.signal));
  }

  /**
   * Reads a page that this worker has not read yet: a worker that has just started knows no frames, although their
   * documents know their ids.
   */
  async know(tabId: number, call: FrameCallOptions): Promise<void> {
    if (this.#trees.get(tabId)?.nodes === undefined) await this.read(tabId, { aside: true }, call);
  }

  /** Returns the frame of an iframe; null if it was not read. */
  frameWith(tabId: number, id: string): FrameNode | null {
    return this.#trees.get(tabId)?.nodes?.get(id + FRAME_SEPARATOR) ?? null;
  }

  /** Returns the words of the PDFs on the tab's page, as far as they are known. */
  pdfWords(tabId: number): string {
    return this.#parts.pdfs.wordsOf(tabId);
  }

  /** Returns the inner frames of the last reading. */
  framesOf(tabId: number): FrameNode[] {
    return [...(this.#trees.get(tabId)?.nodes?.values() ?? [])];
  }

  /** Returns the ids in all frames that resemble an unknown id. */
  async nearest(tabId: number, id: string, signal: AbortSignal): Promise<string[]> {
    const answers = await Promise.all(
      [null, ...this.framesOf(tabId)].map((node) =>
        this.ask(tabId, node, "frame.nearest", { id }, { timeoutMs: NEAREST_MS, signal }).catch(
          () => ({ nearest: [] }),
        ),
      ),
    );
    signal.throwIfAborted();
    return answers.flatMap(({ nearest }) => nearest);
  }

  /** Calls the document of a frame; null stands for the document in the main frame. */
  ask<N extends MethodOn<"worker-frame">>(
    tabId: number,
    node: Pick<FrameNode, "documentId"> | null,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    if (node === null) return this.#parts.frames.call(tabId, method, params, options);
    const { documentId } = node;
    return this.#parts.frames.callDocument({ tabId, documentId }, method, params, options);
  }

  /** Forgets the page of a tab that is gone, or whose main document was replaced. */
  drop(tabId: number): void {
    this.#trees.delete(tabId);
    this.#parts.pdfs.drop(tabId);
  }

  async #observe(
    tabId: number,
    node: Pick<FrameNode, "documentId"> | null,
    params: ParamsInput<"frame.observe">,
    options: FrameCallOptions,
  ): Promise<Result<"frame.observe">> {
    const reading = await this.ask(tabId, node, "frame.observe", params, options);
    return await this.#parts.pdfs.told(tabId, reading, params, (wish, signal) =>
      this.ask(tabId, node, "frame.pdf-bytes", wish, { timeoutMs: PDF_MS, signal }),
    );
  }

  /**
   * Returns the frames that are still there. If a frame shows another document by now, its ids are stale; if it is gone,
   * they are unknown.
   */
  async #stillThere(
    tabId: number,
    nodes: ReadonlyMap<string, FrameNode> = new Map(),
  ): Promise<[string, FrameNode][]> {
    if (nodes.size === 0) return [];
    const listed = new Set((await this.#listed(tabId)).map(({ frameId }) => frameId));
    return [...nodes].filter(([, { frameId }]) => listed.has(frameId));
  }

  async #listed(tabId: number): Promise<readonly ListedFrame[]> {
    return [...(await listFrames(tabId)), ...this.#parts.blobFrames.in(tabId)];
  }
}
