// Runs commands in namespaces of their own, so that mounts and processes are gone with the command, however it ends.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";

import { SetupError } from "../bootstrap/words.mjs";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Private {
  /** Runs a command inside the root file system, with a loopback interface and no network. */
  inside(root: string, command: readonly string[], options?: RunOptions): Promise<void>;
  /** Runs a command of this machine, in namespaces of its own for mounts and processes, with the network. */
  beside(command: readonly string[], options?: RunOptions): Promise<void>;
}

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** The most bytes of a failed command's output that are reported. */
const TOLD_BYTES = 4000;

/**
 * Runs commands whose processes end with the command, with `signal`, and with this process. Their output goes to
 * `logFile`, and its end into the SetupError of a command that fails.
 */
export function privately(logFile: string, signal: AbortSignal): Private {
  return {
    inside(root, command, { cwd = "/", env = {} } = {}) {
      const options = { env: { PATH, HOME: "/root", LC_ALL: "C.UTF-8", ...env } };
      const args = ["--net", "--ipc", "--uts", "--", "sh", "-ec", enter, "sh", root, cwd];
      return contained([...args, ...command], command, options);
    },
    beside(command, { cwd, env = {} } = {}) {
      const options = { env: { ...process.env, ...env }, ...(cwd === undefined ? {} : { cwd }) };
      return contained(["--", "sh", "-ec", besides, "sh", ...command], command, options);
    },
  };

  async function contained(
    args: readonly string[],
    command: readonly string[],
    options: { readonly cwd?: string; readonly env: NodeJS.ProcessEnv },
  ): Promise<void> {
    signal.throwIfAborted();
    // unshare holds SIGTERM back, so only SIGKILL ends it, and with it the whole process namespace.
    const namespaces = ["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"];
    const child = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...namespaces, ...args], {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
      killSignal: "SIGKILL",
    });
    const log = createWriteStream(logFile, { flags: "a" });
    let tail = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log.write(text);
        tail = (tail + text).slice(-TOLD_BYTES);
      });
    }
    // An interrupted command is waited for, too: its streams close when the last of its processes is gone.
    let failure: Error | undefined;
    const code = await new Promise<number | null>((resolve) => {
      child.once("close", resolve).once("error", (error) => {
        failure = error;
        if (child.pid === undefined) resolve(null);
      });
    });
    log.end();
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    if (code === 0) return;
    throw new SetupError(
      `\`${command.join(" ").slice(0, 200)}\` ended with code ${code}; see ${logFile}, which ends with:\n${tail.trimEnd()}`,
    );
  }
}

/** $1: the root file system, $2: the folder to start in, then the command. */
const enter = `
root=$1 cwd=$2
shift 2
ip link set lo up
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/shm"
chmod 1777 "$root/dev/shm"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
exec chroot "$root" sh -c 'cd "$0" && exec "$@"' "$cwd" "$@"
`;

/** Starts the command as another process than 1 of its namespace, which gets no signals it does not ask for. */
const besides = `
mount -t proc proc /proc
"$@" &
wait $!
`;
