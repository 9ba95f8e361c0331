// EverShop on Node and PostgreSQL in one image: a shop of hundreds of products in which one can buy.
import { chmod, copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { npm, reasonIn } from "../../bootstrap/npm.mjs";
import { SetupError } from "../../bootstrap/words.mjs";
import type { BuildPlace, Recipe } from "../recipe.ts";

const SECOND = 1_000_000_000;

/** Also what the build runs with, or V8 would refuse the code that the build compiled. */
const nodeOptions = "--max-semi-space-size=1 --max-old-space-size=192";

export const evershop: Recipe = {
  name: "evershop",
  packages: ["postgresql-15", "tini", "iproute2", "curl"],
  config: {
    Entrypoint: ["/usr/bin/tini", "--", "/usr/local/bin/evershop-services"],
    Env: [
      "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      "LC_ALL=C.UTF-8",
      "NODE_ENV=production",
      `NODE_OPTIONS=${nodeOptions}`,
      "NODE_COMPILE_CACHE=/opt/evershop/node_modules/.compiled",
      "PORT=3000",
      "DB_HOST=/run/postgresql",
      "DB_PORT=5432",
      "DB_NAME=evershop",
      "DB_USER=evershop",
      "DB_PASSWORD=evershop",
      "DB_SSLMODE=disable",
      // The library of sharp would keep freed pictures in memory for each thread.
      "MALLOC_ARENA_MAX=2",
    ],
    WorkingDir: "/opt/evershop",
    ExposedPorts: { "3000/tcp": {} },
    Labels: { "org.opencontainers.image.title": "evershop" },
    Healthcheck: {
      Test: [
        "CMD",
        "curl",
        "--fail",
        "--silent",
        "--output",
        "/dev/null",
        "http://127.0.0.1:3000/",
      ],
      Interval: 5 * SECOND,
      Timeout: 10 * SECOND,
      StartPeriod: 60 * SECOND,
      Retries: 3,
    },
  },
  async build(place) {
    place.say("EverShop and Node from npm");
    await installApplication(place);
    place.say("database, products and pictures; pages built");
    const options = {
      cwd: "/opt/evershop",
      env: { NODE_ENV: "production", RUN_NODE_OPTIONS: nodeOptions },
    };
    await place.run.inside(place.root, ["bash", "/.build/build.sh"], options);
  },
};

/** By this machine's npm, so that the image needs none and no network. */
async function installApplication({ root, recipe, scratch, run }: BuildPlace): Promise<void> {
  for (const file of ["package.json", "package-lock.json"]) {
    await copyFile(join(recipe, "app", file), join(scratch, file));
  }
  // Not `ci`, which refuses a lock made where not every platform's packages can be had.
  const args = ["install", "--no-save", "--omit=dev", "--ignore-scripts"];
  const { code, output } = await npm(args, { cwd: scratch });
  if (code !== 0)
    throw new SetupError(`EverShop could not be fetched from npm: ${reasonIn(output)}`);
  const application = join(root, "opt", "evershop");
  const modules = join(application, "node_modules");
  await copyFile(join(recipe, "app", "package.json"), join(application, "package.json"));
  await rename(join(scratch, "node_modules"), modules);
  const platform = `node-linux-${process.arch}`;
  const node = join(root, "usr", "local", "bin", "node");
  await rename(join(modules, platform, "bin", "node"), node);
  await chmod(node, 0o755);
  await rm(join(modules, platform), { recursive: true });
  await run.beside(["strip", node]);
}
