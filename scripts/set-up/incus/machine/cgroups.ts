// Mounts control groups if nothing else did: a machine without systemd may start without them.
import { readFile } from "node:fs/promises";

import { attempt, command } from "../commands.ts";
import type { Step } from "../step.ts";

const mountPoint = "/sys/fs/cgroup";

export const cgroups: Step = {
  name: "control groups",
  scope: "machine",

  async lacking() {
    const mounts = await readFile("/proc/self/mounts", "utf8");
    return /^\S+ \/sys\/fs\/cgroup\S* cgroup2? /m.test(mounts)
      ? undefined
      : `no control groups are mounted at ${mountPoint}`;
  },

  async do({ notes }) {
    await notes.add("mounted", mountPoint);
    await command("mount", ["-t", "cgroup2", "-o", "nsdelegate", "cgroup2", mountPoint]);
  },

  async undo({ notes }) {
    if (notes.get("mounted").length > 0) await attempt("umount", [mountPoint]);
  },
};
