// Bundles one of our modules for a test that runs it in a page of its own.
import { build } from "vite";

/** @returns a script after which the exports of `entry` are the members of the global `name` */
export async function moduleScript(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "chrome125",
      minify: false,
      lib: { entry, formats: ["iife"], name, fileName: "module" },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((each) => ("output" in each ? each.output : []));
  if (chunk?.type !== "chunk") throw new Error(`no code came of ${entry}`);
  return chunk.code;
}
