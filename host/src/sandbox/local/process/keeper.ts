// Ends the sandboxes' processes when the daemon dies, however it dies.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";

export interface Keeper {
  /** Adds a group: from now on it ends with the daemon. */
  add(groupId: number): void;
  /** Removes a group that has ended: its number may be given to others. */
  drop(groupId: number): void;
  /** Resolves when the keeper has ended; it ends the groups it still holds. */
  close(): Promise<void>;
}

/**
 * A shell that reads the numbers of process groups from a pipe only the daemon writes to. When the
 * daemon is gone, by SIGKILL too, the system closes the pipe: the shell asks the groups to end and
 * ends those still there a second later. It is a session of its own, so that a signal to the
 * daemon's group or the terminal's end does not reach it, and POSIX alone: Linux has
 * PR_SET_PDEATHSIG, but only for the child itself, and macOS has nothing like it.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r verb group; do
  case $verb in
    add) groups="$groups $group" ;;
    drop)
      rest=
      for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
      groups=$rest ;;
  esac
done
[ -n "$groups" ] || exit 0
for each in $groups; do kill -s TERM -- "-$each"; kill -s CONT -- "-$each"; done
sleep 1
for each in $groups; do kill -s KILL -- "-$each"; done
`;

export function createKeeper(): Keeper {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;
  let closed = false;

  const start = (): ChildProcess => {
    const started = spawn("/bin/sh", ["-c", SCRIPT, "webserv-keeper"], {
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    // Written to in the moment it died; `exit` starts the next one.
    started.stdin?.on("error", () => undefined);
    started.once("exit", () => {
      if (shell !== started) return;
      shell = undefined;
      if (groups.size > 0 && !closed) ensure();
    });
    // No process could be made, and there is no exit: the next group to be added tries again.
    started.once("error", () => {
      if (shell === started) shell = undefined;
    });
    for (const group of groups) started.stdin?.write(`add ${group}\n`);
    return started;
  };
  const ensure = (): ChildProcess => (shell ??= start());

  return {
    add(groupId) {
      const running = ensure();
      groups.add(groupId);
      running.stdin?.write(`add ${groupId}\n`);
    },
    drop(groupId) {
      if (groups.delete(groupId)) shell?.stdin?.write(`drop ${groupId}\n`);
    },
    async close() {
      closed = true;
      const last = shell;
      if (last === undefined || last.exitCode !== null || last.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        last.ref();
        last.once("exit", () => resolve());
        last.stdin?.end();
      });
    },
  };
}
