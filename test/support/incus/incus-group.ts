// Sets up the group of tests that need Incus: vitest runs it once, and only if one of its files runs.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { defaultSocketPath } from "../../../host/src/sandbox/incus/client/transport/endpoint.ts";
import { project as projectSchema } from "../../../host/src/sandbox/incus/client/projects.ts";
import { incusApi } from "../../../scripts/set-up/incus/api.ts";
import { UNFIT } from "../../../scripts/set-up/incus/setup.ts";
import { WHOLE_RUN } from "../../../scripts/tests/run-tests.ts";
import type { ProvidedIncus } from "./incus.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Resolves with a function that tidies up. */
export default async function setUpIncusGroup(project: TestProject): Promise<() => void> {
  const found = await findIncus();
  if ("skip" in found) {
    process.stderr.write(`\nwebserv: THE TESTS WITH INCUS ARE SKIPPED: ${found.skip}\n\n`);
  }
  project.provide("incus", found);
  if (!("socket" in found) || process.env[WHOLE_RUN] === undefined) return () => undefined;
  const images = buildImages();
  return () => void images.stdin?.end();
}

/** Ends, with all that it has started, once nobody holds its standard input any more. */
const UNTIL_LET_GO = '"$@" & cat; kill -- -$$';

/**
 * Builds images that are not in the cache, during the tests that run first, since that takes minutes. A test that
 * needs an image waits for it, or builds it if this has failed. The build runs in a session of its own: Linux shares
 * the processors among sessions, so the build goes on however much the tests take.
 */
function buildImages(): ChildProcess {
  const args = ["images", "evershop", "wordpress", "magento-like"];
  const command = [process.execPath, join(root, "scripts", "run.cjs"), ...args];
  const building = spawn("sh", ["-c", UNTIL_LET_GO, "sh", ...command], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  building.once("error", () => undefined);
  return building;
}

async function findIncus(): Promise<ProvidedIncus> {
  const socket = defaultSocketPath();
  if (process.platform === "linux" && process.getuid?.() !== 0 && (await isSetUp())) {
    return { socket };
  }
  const { code, words } = await runSetUp();
  if (code === 0) return { socket };
  if (code === UNFIT) return { skip: words };
  return { failure: `scripts/setup-incus ended with code ${code}: ${words}` };
}

/** Tells whether Incus is set up: a user who is not root but may speak to Incus needs no set-up then. */
async function isSetUp(): Promise<boolean> {
  return await incusApi()
    .find(projectSchema, "/1.0/projects/webserv")
    .then(
      (project) => project !== undefined,
      () => false,
    );
}

/** Passes on what the set-up says while it works, which takes a minute on a bare machine. */
function runSetUp(): Promise<{ readonly code: number; readonly words: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "scripts", "run.cjs"), "setup-incus"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let words = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      words += text;
      process.stderr.write(text);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code: code ?? 1, words: words.trim().replaceAll(/^webserv: /gm, "") });
    });
  });
}
