// Reads a tab's page through all its frames, and remembers which frame each prefix of an id leads to.
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import type { FrameReading, ObservationForm } from "@webserv/shared/model/observation.ts";
import { MAX_HTML } from "@webserv/shared/model/observation.ts";
import { missingId } from "@webserv/shared/protocol/missing-id.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import type { FrameNode } from "./frame-node.ts";
import type { FrameCallOptions, FramePeers } from "./frame-peers.ts";
import type { InnerLoads } from "./inner-loads.ts";
import { InnerReading } from "./inner-reading.ts";
import { mergeReadings } from "./merge-readings.ts";

/** The longest other frames are waited for when ids like an unknown one are looked for, in ms. */
const NEAREST_MS = 500;

interface Tree {
  /** Frames by the prefix of the ids in them. */
  readonly nodes: ReadonlyMap<string, FrameNode>;
}

export class FrameTrees {
  readonly #frames: FramePeers;
  readonly #loads: InnerLoads;
  /** Of the last reading of each tab. */
  readonly #trees = new Map<number, Tree>();
  /** Tokens by which documents have hailed the frame around them, by tab and document. */
  readonly #tokens = new Map<number, Map<string, string>>();

  constructor(frames: FramePeers, loads: InnerLoads) {
    this.#frames = frames;
    this.#loads = loads;
  }

  /** @throws WebservError what the main frame threw; other frames that fail leave their reasons. */
  async read(tabId: number, form: ObservationForm, call: FrameCallOptions): Promise<FrameReading> {
    const reading = await this.#frames.call(tabId, "frame.observe", { form }, call);
    const nodes = new Map<string, FrameNode>();
    const tokens = this.#tokens.get(tabId) ?? new Map<string, string>();
    this.#tokens.set(tabId, tokens);
    const inner = await new InnerReading({
      tabId,
      form,
      tokens,
      ask: (node, method, params, options) => this.ask(tabId, node, method, params, options),
      loadsIn: (frameId) => this.#loads.pendingIn(tabId, frameId),
      onNode: (prefix, node) => nodes.set(prefix, node),
      signal: call.signal,
    }).of(null, reading);
    this.#trees.set(tabId, { nodes });
    return mergeReadings({ reading, inner }, MAX_HTML);
  }

  /**
   * The frame in which an id lies; null for the main one.
   * @throws WebservError `unknown-id` where no frame has this prefix.
   */
  async frameOf(tabId: number, id: string, call: FrameCallOptions): Promise<FrameNode | null> {
    const prefix = id.slice(0, id.lastIndexOf(FRAME_SEPARATOR) + 1);
    if (prefix === "") return null;
    // A worker that has just started knows of no reading; the documents still know their ids.
    if (!this.#trees.has(tabId)) await this.read(tabId, "html", call);
    const node = this.#trees.get(tabId)?.nodes.get(prefix);
    if (node !== undefined) return node;
    throw missingId(id, "unknown-id", await this.nearest(tabId, id, call.signal));
  }

  /** The frame of an iframe; null where it was not read. */
  frameWith(tabId: number, id: string): FrameNode | null {
    return this.#trees.get(tabId)?.nodes.get(id + FRAME_SEPARATOR) ?? null;
  }

  /** Ids of all frames that come near to one that none of them has. */
  async nearest(tabId: number, id: string, signal: AbortSignal): Promise<string[]> {
    const nodes = [null, ...(this.#trees.get(tabId)?.nodes.values() ?? [])];
    const answers = await Promise.all(
      nodes.map((node) =>
        this.ask(tabId, node, "frame.nearest", { id }, { timeoutMs: NEAREST_MS, signal }).catch(
          () => ({ nearest: [] }),
        ),
      ),
    );
    signal.throwIfAborted();
    return answers.flatMap(({ nearest }) => nearest);
  }

  /** Asks the document of a frame; null: whichever the main frame shows. */
  ask<N extends MethodOn<"worker-frame">>(
    tabId: number,
    node: Pick<FrameNode, "documentId"> | null,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    if (node === null) return this.#frames.call(tabId, method, params, options);
    const { documentId } = node;
    return this.#frames.callDocument({ tabId, documentId }, method, params, options);
  }

  /** The main document was replaced, or the tab is gone. */
  drop(tabId: number): void {
    this.#trees.delete(tabId);
    this.#tokens.delete(tabId);
  }
}
