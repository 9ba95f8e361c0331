// Opens the daemon's log: one JSON object per line, in a file of bounded size.
import { join } from "node:path";
import { pino } from "pino";
import type { Logger } from "pino";

import type { Paths } from "./paths.ts";
import { RotatingFile } from "./rotating-file.ts";

export type { Logger } from "pino";

const levels = new Set(["trace", "debug", "info", "warn", "error", "fatal", "silent"]);

export function logFile(paths: Paths): string {
  return join(paths.logDir, "daemon.log");
}

/** WEBSERV_LOG gives the level; info if it is not set. */
export function openLog(paths: Paths): Logger {
  const wanted = process.env["WEBSERV_LOG"] ?? "";
  return pino(
    {
      level: levels.has(wanted) ? wanted : "info",
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    new RotatingFile(logFile(paths)),
  );
}
