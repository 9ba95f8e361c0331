// Owns an Incus backend as a process to be killed by a test: does what it is told and says so.
import * as z from "zod/mini";

import { addWord, patience, tinySite } from "./incus-sandboxes.ts";
import { openBackend, placeSchema } from "./own-backend.ts";

const [place = "", mode = ""] = process.argv.slice(2);
const world = z.parse(placeSchema, JSON.parse(place));
const { backend } = openBackend(world);
const source = tinySite(world, "tiny-left", { pool: { min: 1, max: 1 } });
await backend.adopt(() => source, patience());

if (mode === "whole") {
  const one = await backend.create({ source, sandboxId: "one" }, patience());
  await addWord(one, "kept");
  await backend.checkpoint("one", "then", patience());
  await addWord(one, "later");
  await backend.branch("one", { newSandboxId: "two" }, patience());
  while (backend.pools()[0]?.ready !== 1) await new Promise((resolve) => setTimeout(resolve, 20));
  process.send?.({ kind: "whole" });
} else {
  // This never ends: something is always under way.
  for (let count = 0; ; count += 1) {
    const sandboxId = `busy-${count}`;
    await backend.create({ source, sandboxId }, patience());
    await Promise.all([
      backend.branch(sandboxId, { newSandboxId: `${sandboxId}-branch` }, patience()),
      backend.checkpoint(sandboxId, "kept", patience()),
    ]);
    process.send?.({ kind: "round" });
    await Promise.all([
      backend.reset(sandboxId, patience()),
      backend.delete(`${sandboxId}-branch`),
    ]);
    await backend.delete(sandboxId);
  }
}
setInterval(() => undefined, 1000);
