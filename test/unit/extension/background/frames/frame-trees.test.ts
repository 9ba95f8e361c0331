// Tests which frames are known of a tab, from one reading to the next.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FrameTrees } from "../../../../../extension/src/background/frames/frame-trees.ts";
import { PdfDocuments } from "../../../../../extension/src/background/frames/pdf/pdf-documents.ts";
import { InnerLoads } from "../../../../../extension/src/background/watch/inner-loads.ts";
import type { MethodOn, ParamsInput, Result } from "../../../../../shared/src/protocol/methods.ts";
import { methods } from "../../../../../shared/src/protocol/methods.ts";
import { NOTHING_READ } from "@webserv/shared/model/page/observation.ts";

const TAB = 7;
const call = { timeoutMs: 1000, signal: new AbortController().signal };
const pdfs = new PdfDocuments({
  isPosted: () => false,
  read: () => Promise.reject(new Error("no PDF is shown here")),
});
const parts = { loads: new InnerLoads(), pdfs, blobFrames: { in: () => [] } };

/** A page whose inner frames, by the ids of their iframes, show the documents of these ids. */
class FakePage {
  readonly frames = new Map<string, { readonly frameId: number; documentId: string }>();
  /** Ids of the iframes that the next readings of the main frame show. */
  shown: string[] = [];
  isOverBudget = false;
  /** Runs before an inner document is read. */
  beforeInner: () => void = () => undefined;
  readonly #hails = new Map<string, string>();

  listed(): object[] {
    const main = { frameId: 0, parentFrameId: -1, documentId: "main" };
    return [main, ...[...this.frames.values()].map((each) => ({ ...each, parentFrameId: 0 }))].map(
      (each) => ({
        ...each,
        url: "https://a.test/",
        errorOccurred: false,
        documentLifecycle: "active",
      }),
    );
  }

  async call<N extends MethodOn<"worker-frame">>(
    _: number,
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> {
    return await this.#answer(
      method,
      method === "frame.hailed-by" ? this.#hailed(params) : this.#main(),
    );
  }

  async callDocument<N extends MethodOn<"worker-frame">>(
    { documentId }: { readonly documentId: string },
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> {
    if (method !== "frame.hail") {
      this.beforeInner();
      return await this.#answer(method, EMPTY);
    }
    this.#hails.set(String(Reflect.get(params, "token")), documentId);
    return await this.#answer(method, {});
  }

  #hailed(params: object): object {
    const documentId = this.#hails.get(String(Reflect.get(params, "token")));
    const found = [...this.frames].find(([, frame]) => frame.documentId === documentId);
    return { id: found?.[0] ?? null };
  }

  #main(): object {
    const before = { clickable: 0, hoverable: 0, inputs: 0, selects: 0 };
    return {
      ...EMPTY,
      expandable: this.isOverBudget ? ["more:page"] : [],
      frames: this.shown.map((id) => ({ id, src: "", at: 0, focused: false, held: false, before })),
    };
  }

  #answer<N extends MethodOn<"worker-frame">>(method: N, answer: unknown): Promise<Result<N>> {
    return Promise.resolve(methods[method].result.parse(answer) as Result<N>);
  }
}

const EMPTY = {
  ...NOTHING_READ,
  url: "https://a.test/",
  title: "",
  budget: 8000,
  tokens: 10,
  frames: [],
};

let page: FakePage;
let trees: FrameTrees;

beforeEach(() => {
  page = new FakePage();
  trees = new FrameTrees({ frames: page, ...parts });
  vi.stubGlobal("chrome", {
    webNavigation: { getAllFrames: () => Promise.resolve(page.listed()) },
  });
});
afterEach(() => vi.unstubAllGlobals());

const known = (): string[] => trees.framesOf(TAB).map(({ documentId }) => documentId);

test("a frame in what is left out of a page too long stays known for as long as it is there", async () => {
  page.frames.set("pay", { frameId: 3, documentId: "pay-1" });
  page.frames.set("chat", { frameId: 4, documentId: "chat-1" });
  page.shown = ["pay", "chat"];
  await trees.read(TAB, {}, call);
  expect(known()).toEqual(["pay-1", "chat-1"]);

  page.isOverBudget = true;
  page.shown = ["chat"];
  await trees.read(TAB, {}, call);
  expect(known()).toEqual(["pay-1", "chat-1"]);

  page.frames.delete("pay");
  await trees.read(TAB, {}, call);
  expect(known()).toEqual(["chat-1"]);
});

test("a reading of a page that is replaced meanwhile is not kept", async () => {
  page.frames.set("pay", { frameId: 3, documentId: "pay-1" });
  page.shown = ["pay"];
  page.beforeInner = () => trees.drop(TAB);
  await trees.read(TAB, {}, call);
  expect(known()).toEqual([]);
  expect(trees.frameWith(TAB, "pay")).toBeNull();

  page.beforeInner = () => undefined;
  await trees.know(TAB, call);
  expect(known()).toEqual(["pay-1"]);
});

test("the aftermath of an action is asked of the main frame of its own tab alone", async () => {
  const asked: object[] = [];
  const page = new FakePage();
  const answer = async <N extends MethodOn<"worker-frame">>(
    tabId: number,
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> => {
    asked.push({ tabId, aftermath: Reflect.get(params, "aftermath") });
    const found = await page.call(tabId, method, params);
    const told = { focused: { id: null, element: "name" }, presence: "gone" };
    return Object.assign(found, Reflect.has(params, "aftermath") ? { aftermath: told } : {});
  };
  const trees = new FrameTrees({
    frames: {
      call: answer,
      callDocument: (address, method, params) => page.callDocument(address, method, params),
    },
    ...parts,
  });
  const heard: unknown[] = [];
  const question = { tabId: TAB, wish: { id: "buy" }, hear: (told: unknown) => heard.push(told) };
  expect(await trees.read(TAB, {}, call, question)).not.toHaveProperty("aftermath");
  expect(heard).toEqual([{ focused: { id: null, element: "name" }, presence: "gone" }]);
  await trees.read(TAB + 1, {}, call, question);
  expect(heard).toHaveLength(1);
  expect(asked).toEqual([
    { tabId: TAB, aftermath: { id: "buy" } },
    { tabId: TAB + 1, aftermath: undefined },
  ]);
});
