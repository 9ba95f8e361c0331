// What `npm pack` makes, in a project of somebody else's: it installs, type-checks, and calls a daemon of its own.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { npm } from "../../../scripts/bootstrap/npm.mjs";
import { TestHome } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";

const run = promisify(execFile);
const compiler = join(packageRoot, "node_modules", "typescript", "bin", "tsc");

/** What the declarations must refuse; where they were `any`, nothing would be. */
const misuse = `import { connect, WebservError, type ClientEvent } from "webserv-agent/client";
const client = await connect({ name: "misuse" });
// @ts-expect-error there is no such method
await client.call("session.opne", {});
// @ts-expect-error there is no such action
await client.session("s").act({ type: "clik", id: "a" });
// @ts-expect-error there is no such kind of event
await client.on("session.opne", () => {});
const { sessions } = await client.call("session.list", {});
// @ts-expect-error it is a text
const id: number | undefined = sessions[0]?.sessionId;
const heard: ClientEvent[] = [];
await client.on("missed", ({ missed }) => heard.length + (missed ?? 0));
export const code = (error: unknown): string => (error instanceof WebservError ? error.code : String(id));
`;

let home: TestHome;
/** The project that uses the package. */
let project: string;

/** Resolves with what npm printed. */
async function npmIn(cwd: string, args: readonly string[]): Promise<string> {
  const { code, output } = await npm(args, { cwd });
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
  return output;
}

/** The example of the README, under which the client is told of. */
async function example(): Promise<string> {
  const readme = await readFile(join(packageRoot, "README.md"), "utf8");
  return /### From a program\n+```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
}

beforeAll(async () => {
  home = await TestHome.make();
  project = await mkdtemp(join(tmpdir(), "webserv-packed-"));
  // It is built already, as for every test here.
  await npmIn(packageRoot, ["pack", "--ignore-scripts", "--pack-destination", project]);
  const tarball = (await readdir(project)).find((name) => name.endsWith(".tgz")) ?? "none";
  const { devDependencies } = JSON.parse(
    await readFile(join(packageRoot, "package.json"), "utf8"),
  ) as { devDependencies: Record<string, string> };
  const manifest = {
    type: "module",
    private: true,
    dependencies: { "webserv-agent": `file:${tarball}` },
    devDependencies: { "@types/node": devDependencies["@types/node"] },
  };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  await writeFile(join(project, "example.ts"), await example());
  await writeFile(join(project, "misuse.ts"), misuse);
  await npmIn(project, ["install", "--prefer-offline", "--ignore-scripts"]);
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await rm(project, { recursive: true, force: true });
});

test.each([
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
])("the package type-checks as module %s, resolved as %s", async (module, moduleResolution) => {
  const options = { module, moduleResolution, target: "es2024", strict: true, noEmit: true };
  const compilerOptions = { ...options, skipLibCheck: false, types: ["node"] };
  const config = join(project, `tsconfig.${moduleResolution}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files: ["example.ts", "misuse.ts"] }));
  const checked = run(process.execPath, [compiler, "-p", config], { cwd: project });
  expect(await checked.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({
    stdout: "",
  });
});

test("the package's command line and daemon run, and the README's example does what it says", async () => {
  const env = { ...process.env, WEBSERV_HOME: home.paths.home, WEBSERV_BACKENDS: "local" };
  expect(await npmIn(project, ["exec", "--offline", "--", "webserv", "--help"])).toContain(
    "webserv",
  );
  const program = join(project, "node_modules", "webserv-agent", "host", "dist", "cli.js");
  const cli = async (...words: string[]): Promise<unknown> => {
    const { stdout } = await run(process.execPath, [program, ...words, "--json"], { env });
    return JSON.parse(stdout);
  };
  await cli("daemon", "start");
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  const { stdout } = await run(process.execPath, [join(project, "example.ts")], { env });
  expect(stdout).toBe("done <p>1 actions</p>\n");
  expect(extension.ran).toHaveLength(1);
  // What is shipped beside the program is found: the definitions of sites, and the store.
  const { sites } = (await cli("site", "list")) as { sites: { name: string }[] };
  expect(sites.map(({ name }) => name)).toContain("store");
  expect(await cli("sandbox", "create", "store", "--backend", "local")).toMatchObject({
    site: "store",
  });
});
