// Takes the path of an archive's member apart, within what Linux can hold.
import { fromBytesName } from "./tar-entry.ts";
import { TarError } from "./tar-reader.ts";

const MAX_DEPTH = 512;
const MAX_NAME_BYTES = 255;

/** Returns the names of a path. Throws for one that leads out of its archive. */
export function stepsOf(path: string): string[] {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".");
  if (steps.includes("..")) throw new TarError(`"${fromBytesName(path)}" leads out of the archive`);
  if (steps.length > MAX_DEPTH) throw new TarError(`a path has more than ${MAX_DEPTH} folders`);
  const long = steps.find((step) => step.length > MAX_NAME_BYTES);
  if (long !== undefined) {
    throw new TarError(
      `the name "${fromBytesName(long.slice(0, 60))}…" has ${long.length} bytes, expected at most ${MAX_NAME_BYTES}`,
    );
  }
  return steps;
}
