// Tests how often the frames of a page are asked on the way to an element.
import { expect, test } from "vitest";

import { FrameRoutes } from "../../../../../extension/src/background/frames/frame-routes.ts";
import { FrameTrees } from "../../../../../extension/src/background/frames/frame-trees.ts";
import { PdfDocuments } from "../../../../../extension/src/background/frames/pdf/pdf-documents.ts";
import { InnerLoads } from "../../../../../extension/src/background/watch/inner-loads.ts";
import type { MethodOn, Result } from "../../../../../shared/src/protocol/methods.ts";
import { methods } from "../../../../../shared/src/protocol/methods.ts";

const call = { timeoutMs: 1000, signal: new AbortController().signal };
const pdfs = new PdfDocuments({
  isPosted: () => false,
  read: () => Promise.reject(new Error("no PDF is shown here")),
});
const parts = { loads: new InnerLoads(), pdfs, blobFrames: { in: () => [] } };

test("a page whose focus is in no frame is asked once what has it", async () => {
  const asked: string[] = [];
  const answer = async <N extends MethodOn<"worker-frame">>(
    _: unknown,
    method: N,
  ): Promise<Result<N>> => {
    asked.push(method);
    const focused = methods[method].result.parse({ id: null, element: "buy" });
    return await Promise.resolve(focused as Result<N>);
  };
  const trees = new FrameTrees({ frames: { call: answer, callDocument: answer }, ...parts });
  const routes = new FrameRoutes(trees, 7);
  expect(await routes.focused(call)).toMatchObject({ element: "buy" });
  expect(asked).toEqual(["frame.focused"]);
});
