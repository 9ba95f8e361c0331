// Finds the built programs, which tests start: whoever starts a daemon first, it is the same one.
import { join } from "node:path";

import { packageRoot } from "@webserv/host/src/paths.ts";

const programs = join(packageRoot, "host", "dist");

export const CLI = join(programs, "cli.js");
export const DAEMON = join(programs, "daemon.js");
export const NATIVE_HOST = join(programs, "native.js");
