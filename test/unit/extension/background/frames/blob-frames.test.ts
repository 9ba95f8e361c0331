// Tests which frames are known by the lines that their content scripts open.
import { expect, test } from "vitest";

import { BlobFrames } from "@webserv/extension/src/background/frames/blob-frames.ts";

const TAB = 7;
const URL = "blob:http://127.0.0.1/4f33941e";

function line(sender: object): {
  readonly port: Parameters<BlobFrames["lineOpened"]>[0];
  end(): void;
} {
  const ends: (() => void)[] = [];
  return {
    port: { sender, onDisconnect: { addListener: (end) => ends.push(end) } },
    end() {
      for (const each of ends) each();
    },
  };
}

test("a frame at a blob address is known for as long as its line is open", () => {
  const frames = new BlobFrames();
  const first = line({ tab: { id: TAB }, frameId: 3, documentId: "lease", url: URL });
  frames.lineOpened(first.port);
  expect(frames.in(TAB)).toMatchObject([{ frameId: 3, documentId: "lease", url: URL }]);
  expect(frames.in(TAB + 1)).toEqual([]);
  first.end();
  expect(frames.in(TAB)).toEqual([]);
});

test.each([
  ["a tab's main document", { tab: { id: TAB }, frameId: 0, documentId: "lease", url: URL }],
  ["another address", { tab: { id: TAB }, frameId: 3, documentId: "a", url: "http://127.0.0.1/" }],
  ["a document that is in no tab", { frameId: 3, documentId: "lease", url: URL }],
])("the line of %s tells of no frame", (_whose, sender) => {
  const frames = new BlobFrames();
  frames.lineOpened(line(sender).port);
  expect(frames.in(TAB)).toEqual([]);
});
