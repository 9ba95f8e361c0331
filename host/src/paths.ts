// Says where everything of one user's WebServ lies on disk.
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export interface Paths {
  /** Contains everything below; WEBSERV_HOME, or the platform's usual place for data. */
  readonly home: string;
  /** Holds the files of a running daemon: token, port, pid. 0700. */
  readonly runDir: string;
  /** Unix socket, or named pipe on Windows, of the native hosts. */
  readonly socket: string;
  /** Socket of this user's agents, in the same folder. */
  readonly agentSocket: string;
  /** Holds port and pid of the running daemon, as JSON. */
  readonly daemonFile: string;
  /** Bearer token of agents, 0600. */
  readonly tokenFile: string;
  readonly logDir: string;
  /** The persons' browsers that have connected before. */
  readonly browsersFile: string;
  /** The sessions that persons stopped a moment ago. */
  readonly stopsFile: string;
  readonly sessionsDir: string;
  readonly trajectoriesDir: string;
  readonly sandboxesDir: string;
  /** The daemon's state of its sandboxes on Incus; made at the first use. */
  readonly incusDir: string;
  readonly leasesDir: string;
  readonly sitesDir: string;
  readonly profilesDir: string;
}

/** The longest path that the kernel takes for a Unix socket, less one for its end. */
const MAX_SOCKET_PATH = process.platform === "darwin" ? 103 : 107;

export function pathsFor(home: string = defaultHome()): Paths {
  const runDir = join(home, "run");
  return {
    home,
    runDir,
    socket: socketPath(home, runDir, "native"),
    agentSocket: socketPath(home, runDir, "agent"),
    daemonFile: join(runDir, "daemon.json"),
    tokenFile: join(runDir, "token"),
    logDir: join(home, "logs"),
    browsersFile: join(home, "browsers.json"),
    stopsFile: join(home, "stops.json"),
    sessionsDir: join(home, "sessions"),
    trajectoriesDir: join(home, "trajectories"),
    sandboxesDir: join(home, "sandboxes"),
    incusDir: join(home, "incus"),
    leasesDir: join(home, "leases"),
    sitesDir: join(home, "sites"),
    profilesDir: join(home, "profiles"),
  };
}

export function defaultHome(): string {
  const own = process.env["WEBSERV_HOME"];
  // A daemon started from another folder would take a relative path for another home.
  if (own !== undefined && own !== "") return resolve(own);
  switch (process.platform) {
    case "win32":
      return join(process.env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "webserv");
    case "darwin":
      return join(homedir(), "Library", "Application Support", "webserv");
    default:
      return join(process.env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"), "webserv");
  }
}

function socketPath(home: string, runDir: string, whose: "native" | "agent"): string {
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\webserv-${shortName(home)}${whose === "native" ? "" : "-agent"}`;
  }
  const inside = join(runDir, "native.sock");
  const folder =
    Buffer.byteLength(inside) <= MAX_SOCKET_PATH
      ? runDir
      : // A home too deep for a socket: a folder of our own, 0700 like runDir, in the temporary one.
        join(tmpdir(), `webserv-${process.getuid?.() ?? 0}-${shortName(home)}`);
  return join(folder, `${whose}.sock`);
}

function shortName(home: string): string {
  // Loaded only here: it takes a tenth of a short command.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

/** The package's root folder, the same distance from `host/src` and from `host/dist`. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url));
/** The built extension, ready to load. */
export const extensionDir = join(packageRoot, "extension", "dist");
/** Definitions of the sites that come with WebServ. */
export const shippedSitesDir = join(packageRoot, "host", "sites");
