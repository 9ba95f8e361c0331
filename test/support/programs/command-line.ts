// Runs the `webserv` program in a home of its own, as a shell would.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CLI } from "./programs.ts";

export interface Finished {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
  /** Returns the one JSON document on stdout. */
  readonly json: () => unknown;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command as Ctrl-C would. */
  readonly interrupt?: AbortSignal;
  readonly onNote?: (text: string) => void;
}

/** Holds a WEBSERV_HOME and a HOME of its own, below one temporary folder. */
export class CommandLine {
  readonly folder: string;
  readonly home: string;
  readonly userHome: string;

  readonly #own: Readonly<Record<string, string>>;

  private constructor(folder: string, own: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#own = own;
    this.home = join(folder, "webserv");
    this.userHome = join(folder, "user");
  }

  /** Opens a command line; `env` is added to that of everything that runs there. */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
    const line = new CommandLine(await mkdtemp(join(tmpdir(), "webserv-cli-")), env);
    await mkdir(line.userHome);
    return line;
  }

  /** Stops the daemon and removes everything. */
  async close(): Promise<void> {
    if (existsSync(this.home)) await this.run(["daemon", "stop"]);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  /** Returns the environment of everything that runs here. */
  get env(): Record<string, string | undefined> {
    return {
      ...process.env,
      HOME: this.userHome,
      XDG_CACHE_HOME: join(this.folder, "cache"),
      XDG_CONFIG_HOME: join(this.userHome, ".config"),
      WEBSERV_HOME: this.home,
      WEBSERV_BACKENDS: "local",
      WEBSERV_SESSION: "",
      NO_COLOR: "1",
      ...this.#own,
    };
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...this.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    options.interrupt?.addEventListener("abort", () => child.kill("SIGINT"));
    return finished(child, options.onNote);
  }

  /** Runs a command that is to succeed, and answers its JSON. */
  async json(args: readonly string[], options: RunOptions = {}): Promise<unknown> {
    const { exitCode, json, out, err } = await this.run([...args, "--json"], options);
    if (exitCode !== 0) throw new Error(`webserv ${args.join(" ")}: ${exitCode}\n${out}${err}`);
    return json();
  }

  /**
   * Returns shell commands that make a package in `folder`, and go there: `npm run webserv` and `npx webserv` are the
   * program, and ask no registry.
   */
  asPackage(folder: string): string {
    const start = `"${process.execPath}" "${CLI}"`;
    const json = JSON.stringify({ name: "a-package", scripts: { webserv: start } });
    return `
      mkdir -p ${folder}/node_modules/.bin && cd ${folder}
      printf '%s' '${json}' >package.json
      printf '#!/bin/sh\\nexec %s "$@"\\n' '${start}' >node_modules/.bin/webserv
      chmod +x node_modules/.bin/webserv
      export npm_config_update_notifier=false npm_config_offline=true
    `;
  }

  /** Runs a line of shell in which `webserv` is the program. */
  shell(script: string, shell = "/bin/sh"): Promise<Finished> {
    const definition = `webserv() { "${process.execPath}" "${CLI}" "$@"; }\n`;
    return finished(
      spawn(shell, ["-c", definition + script], {
        env: this.env,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
  }
}

function finished(child: ChildProcess, onNote?: (text: string) => void): Promise<Finished> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    err += bytes.toString();
    onNote?.(bytes.toString());
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => {
      resolve({ exitCode, out, err, json: (): unknown => JSON.parse(out) });
    });
  });
}
