// Writes the declarations of `webserv-agent/client`, as part of the host's build: those it needs, which need nothing of this repository.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const host = import.meta.dirname;
const types = join(host, "dist", "types");
const entry = join(types, "host", "src", "client", "client.d.ts");

const compiler = join(host, "..", "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, "-p", join(host, "tsconfig.client.json")], {
  stdio: "inherit",
});

const needed = new Set([entry]);
for (const file of needed) {
  const text = readFileSync(file, "utf8").replaceAll(
    /(?<=(?:from|import) "|import\(")(\.{1,2}\/|@webserv\/shared\/)([^"]+)\.ts(?=")/g,
    (_, base: string, path: string) => {
      const folder = base.startsWith(".")
        ? join(dirname(file), base)
        : join(types, "shared", "src");
      const target = join(folder, path);
      needed.add(`${target}.d.ts`);
      const way = relative(dirname(file), `${target}.js`).replaceAll("\\", "/");
      return way.startsWith(".") ? way : `./${way}`;
    },
  );
  writeFileSync(file, text);
}

for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
  const file = join(types, path);
  if (file.endsWith(".d.ts") && !needed.has(file)) rmSync(file);
}
