// Puts a load beside the tests, `npm test -- --busy 20`: no test may depend on how much of the machine it gets.
import { type ChildProcess, spawn } from "node:child_process";

import { SetupError } from "../bootstrap/words.mjs";

/** Names the variable that is set in the environment of a run beside a load. */
export const BESIDE_LOAD = "WEBSERV_BESIDE_LOAD";

/** Computes without end; ends by itself once nobody is there to end it. */
const PROGRAM = `
  const parent = process.ppid;
  const compute = () => {
    for (const until = Date.now() + 200; Date.now() < until; );
    if (process.ppid === parent) setImmediate(compute);
  };
  compute();`;

export interface ParsedLoad {
  /** The number of processes. */
  readonly busy: number;
  /** The other arguments. */
  readonly rest: readonly string[];
}

/** Parses the load. @throws SetupError if `--busy` is followed by no number of processes. */
export function parseLoad(args: readonly string[]): ParsedLoad {
  const at = args.indexOf("--busy");
  if (at === -1) return { busy: 0, rest: args };
  const busy = Number(args[at + 1]);
  if (!Number.isInteger(busy) || busy < 1 || busy > 1000) {
    throw new SetupError(
      `--busy ${args[at + 1] ?? ""}: say how many busy processes are to run beside the tests, 1 to 1000`,
    );
  }
  return { busy, rest: args.toSpliced(at, 2) };
}

/** Starts processes that end with this process at the latest. */
export function startBusyProcesses(count: number): void {
  if (count > 0) process.env[BESIDE_LOAD] = "1";
  const started: readonly ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", PROGRAM], { stdio: "ignore" }),
  );
  process.once("exit", () => {
    for (const child of started) child.kill("SIGKILL");
  });
}
