// Checks the machine for `webserv doctor`, without the daemon or a browser.
import { dirname } from "node:path";

import type { Check } from "./doctor-finding.ts";
import { findings } from "./doctor-finding.ts";

/** The oldest Node that the host runs on. */
const LEAST_NODE: readonly [major: number, minor: number] = [22, 18];
const MIB = 1024 * 1024;
const FEW_BYTES = 1024 * MIB;
const TOO_FEW_BYTES = 100 * MIB;

export const nodeCheck: Check = ({ nodeVersion }) => {
  const { ok, fail } = findings("node");
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
    ? [ok(`Node ${nodeVersion}`)]
    : [
        fail(
          `Node ${nodeVersion} is older than ${leastMajor}.${leastMinor}`,
          "Install a newer Node and run `webserv install` again.",
        ),
      ];
};

export const packageCheck: Check = ({ packaged, exists }) => {
  const { ok, fail } = findings("package");
  const missing = packaged.filter((path) => !exists(path));
  return missing.length === 0
    ? [ok("all files are there")]
    : [fail(`missing: ${missing.join(", ")}`, "Run `npm run build`, or install WebServ again.")];
};

export const homeCheck: Check = ({ paths, platform, exists, isWritable, mode }) => {
  const { ok, warn, fail } = findings("home");
  if (!isWritable(paths.home)) {
    return [
      fail(
        `${paths.home} can't be written to`,
        "Make it yours, or set WEBSERV_HOME to a folder that is.",
      ),
    ];
  }
  if (!exists(paths.home)) return [ok(`${paths.home}, made at the daemon's first start`)];
  const others = platform === "win32" ? 0 : (mode(paths.runDir) ?? 0) & 0o077;
  return others === 0
    ? [ok(paths.home)]
    : [
        warn(
          `other users may look into ${paths.runDir}`,
          `Run \`chmod 700 ${paths.runDir}\`; the daemon does it at its next start.`,
        ),
      ];
};

export const socketCheck: Check = ({ paths, platform }) => {
  const { ok } = findings("socket");
  if (platform === "win32" || dirname(paths.socket) === paths.runDir) return [ok(paths.socket)];
  return [ok(`${paths.socket}, since the home's path is too long for a socket`)];
};

export const tokenCheck: Check = ({ paths, platform, mode }) => {
  const { ok, fail, skipped } = findings("token");
  const bits = mode(paths.tokenFile);
  if (bits === undefined) return [skipped("no token yet: the daemon makes it at its first start")];
  if (platform === "win32" || (bits & 0o077) === 0) return [ok(paths.tokenFile)];
  return [
    fail(
      `other users may read ${paths.tokenFile} (mode ${bits.toString(8)})`,
      `Delete it and restart the daemon: anyone who has read the token can act as you.`,
    ),
  ];
};

export const diskCheck: Check = ({ paths, freeBytes }) => {
  const { ok, warn, fail } = findings("disk");
  const free = freeBytes(paths.home);
  const found = `${Math.round(free / MIB)} MiB free at ${paths.home}`;
  const next = "Free disk space: sandboxes and trajectories are kept there.";
  if (free < TOO_FEW_BYTES) return [fail(found, next)];
  return [free < FEW_BYTES ? warn(found, next) : ok(found)];
};

/** A proxy set for the whole machine catches loopback too, unless it is exempt. */
export const proxyCheck: Check = ({ env }) => {
  const { ok, warn } = findings("proxy");
  const set = [
    "http_proxy",
    "HTTP_PROXY",
    "https_proxy",
    "HTTPS_PROXY",
    "all_proxy",
    "ALL_PROXY",
  ].filter((name) => (env[name] ?? "") !== "");
  if (set.length === 0) return [ok("no proxy is set in the environment")];
  const exempt = new Set(
    (env["no_proxy"] ?? env["NO_PROXY"] ?? "").split(",").map((host) => host.trim()),
  );
  return exempt.has("127.0.0.1") || exempt.has("*")
    ? [ok(`${set.join(", ")} set, 127.0.0.1 exempt`)]
    : [
        warn(
          `${set.join(", ")} set, and NO_PROXY does not name 127.0.0.1`,
          "Add 127.0.0.1 to NO_PROXY, or agents written with some libraries won't reach the daemon.",
        ),
      ];
};

export const machineChecks: readonly Check[] = [
  nodeCheck,
  packageCheck,
  homeCheck,
  socketCheck,
  tokenCheck,
  diskCheck,
  proxyCheck,
];
