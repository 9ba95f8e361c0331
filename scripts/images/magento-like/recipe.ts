// A server with one file of more than 2 GiB that is written to at every start, as a big shop's database is.
import { createCipheriv } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";

import type { Recipe } from "../recipe.ts";

const MIB = 1024 * 1024;
const SIZE_MIB = 2304;
const PIECE_MIB = 16;

export const magentoLike: Recipe = {
  name: "magento-like",
  packages: ["nginx-light", "iproute2"],
  config: {
    Entrypoint: ["/usr/local/bin/magento-like"],
    Env: ["PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
    WorkingDir: "/",
    ExposedPorts: { "80/tcp": {} },
    StopSignal: "SIGQUIT",
    Labels: { "org.opencontainers.image.title": "magento-like" },
  },
  async build({ root, say, signal }) {
    say(`a file of ${SIZE_MIB} MiB`);
    const folder = join(root, "var", "lib", "catalogue");
    await mkdir(folder, { recursive: true });
    await writeNoise(join(folder, "data.ibd"), signal);
  },
};

/** The same bytes every time, which no file system can leave out or make smaller. */
async function writeNoise(file: string, signal: AbortSignal): Promise<void> {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, 1), Buffer.alloc(16));
  const zeros = Buffer.alloc(PIECE_MIB * MIB);
  const handle = await open(file, "wx");
  try {
    for (let written = 0; written < SIZE_MIB; written += PIECE_MIB) {
      signal.throwIfAborted();
      await handle.writeFile(cipher.update(zeros));
    }
  } finally {
    await handle.close();
  }
}
