// An X display that exists in memory alone, for browsers with a window on machines without a screen.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface VirtualDisplay {
  /** Such as `:99`. */
  readonly name: string;
  close(): Promise<void>;
}

/** Starts Xvfb, which chooses a free number by itself. On other platforms windows open where they always do. */
export async function openVirtualDisplay(): Promise<VirtualDisplay> {
  if (process.platform !== "linux") return { name: "", close: () => Promise.resolve() };
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const [, , , numbers] = server.stdio;
  const failed = once(server, "error").then(([cause]) => {
    throw new Error("Xvfb does not run: install it, as npm run setup does", { cause });
  });
  if (numbers === undefined || numbers === null || !("read" in numbers)) {
    throw new Error("Xvfb has no way to tell its display's number");
  }
  const told = once(createInterface(numbers), "line");
  const [number] = await Promise.race([told, failed]);
  failed.catch(() => {});
  return {
    name: `:${String(number)}`,
    async close() {
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}
