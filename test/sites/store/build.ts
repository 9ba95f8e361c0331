// Builds the shop into dist/: the page, the server in one file, and the seeded database.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { openDatabase } from "./server/database.ts";
import { seed } from "./server/seed/seed.ts";

const home = import.meta.dirname;
const dist = join(home, "dist");

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "data"), { recursive: true });
await buildPage();
await buildServer();
seedDatabase(join(dist, "data", "store.db"));
// Says that server.js is an ES module wherever the folder is copied to.
writeFileSync(join(dist, "package.json"), '{ "private": true, "type": "module" }\n');

async function buildPage(): Promise<void> {
  await build({
    configFile: false,
    root: join(home, "web"),
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: join(dist, "public"),
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
    },
  });
}

async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: home,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: join(home, "server", "main.ts"),
      outDir: dist,
      emptyOutDir: false,
      target: "node22",
      rolldownOptions: { output: { entryFileNames: "server.js", codeSplitting: false } },
    },
  });
}

function seedDatabase(path: string): void {
  const db = openDatabase(path);
  seed(db);
  db.exec("VACUUM");
  db.close();
}
