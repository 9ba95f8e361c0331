// Builds the images that tests of real applications import: once, and kept for all files and runs.
import { buildImage } from "../../../scripts/images/build-image.ts";

/** Resolves with the path of an image's archive; reports on standard error how far a build is, which takes minutes. */
export async function madeImage(name: string): Promise<string> {
  return await buildImage(name, { log: (text) => process.stderr.write(`${text}\n`) });
}
