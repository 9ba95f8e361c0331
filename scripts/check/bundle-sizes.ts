// Holds the scripts that run in every frame of every page to a stated number of bytes.
import { join } from "node:path";

import { build } from "vite";

/**
 * Holds the most bytes of code. Comments and names don't count, because they do not show how much a browser has to
 * read. The content script had 400,000 until it read editors, drawings, the words and looks of style sheets, and signs
 * of waiting in every language. It had 460,000 until it found elements by words, and selected words in them, and
 * 485,000 until it read and wrote into editors that pages draw themselves. It had 495,000 until it answered pickers
 * for files, 500,000 until it found words that nothing has an id for, and what scrolls in frames, 505,000 until it
 * compared like things by groups, 510,000 until it told marks of equal things, and what a style sheet shows under the
 * pointer, 515,000 until it told the boxes that labels draw, and the paint of shapes, 520,000 until it told the
 * blocks of likes and the thumbs of ranges, and 522,500 until it told empty frames to drop things into. The page
 * script had 64,000 until it told of intervals that may do what a click has left for them.
 */
const maxBytes = {
  "extension/src/content/main.iife.ts": 525_000,
  "extension/src/page/main.iife.ts": 65_000,
} as const;

/** Resolves with a line for each script that is larger than it may be. */
export async function overweightBundles(root: string): Promise<string[]> {
  const faults = await Promise.all(
    Object.entries(maxBytes).map(async ([entry, most]) => {
      const bytes = await bundledBytes(join(root, entry));
      if (bytes <= most) return [];
      return [
        `${entry} takes ${bytes} bytes with what it imports, and may take ${most}: find what it needs no more, or raise the limit and say why.`,
      ];
    }),
  );
  return faults.flat();
}

async function bundledBytes(entry: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      target: "chrome125",
      write: false,
      minify: true,
      lib: { entry, formats: ["iife"], name: "script", fileName: () => "script.js" },
    },
  });
  const [result] = Array.isArray(built) ? built : [];
  const [chunk] = result?.output ?? [];
  if (chunk === undefined) throw new Error(`${entry} was built into nothing`);
  return Buffer.byteLength(chunk.code);
}
