// Runs `npm run images [name…]`: it builds the named images, or all of them if none is named.
import { SetupError, say } from "../bootstrap/words.mjs";
import { buildImage } from "./build-image.ts";
import { recipes } from "./recipes.ts";

/** Prints the archives' paths, one a line. Resolves with the exit code. */
export async function buildImages(names: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort(new SetupError("interrupted; nothing is left."));
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  for (const name of names.length > 0 ? names : recipes.map((recipe) => recipe.name)) {
    const file = await buildImage(name, { log: say, signal: interrupt.signal });
    process.stdout.write(`${file}\n`);
  }
  return 0;
}
