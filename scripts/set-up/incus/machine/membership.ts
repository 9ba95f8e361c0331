// Lets the person who ran the set-up with sudo use Incus without it.
import { attempt, command } from "../commands.ts";
import type { Step } from "../step.ts";

const group = "incus-admin";

export const membership: Step = {
  name: "membership",
  scope: "machine",

  async lacking({ joinsGroup }) {
    if (!joinsGroup) return undefined;
    const user = sudoUser();
    if (user === undefined) return undefined;
    const { code, stdout } = await attempt("id", ["-nG", user]);
    return code !== 0 || stdout.trim().split(/\s+/).includes(group)
      ? undefined
      : `${user} is not in the group ${group}`;
  },

  async do({ notes, say }) {
    const user = sudoUser();
    if (user === undefined) return;
    await notes.add("added", user);
    await command("usermod", ["-aG", group, user]);
    say(
      `${user} is in the group ${group} now, and with that as good as root on this machine, as every program they run (gpasswd -d ${user} ${group} takes it back; --no-group leaves it out): log in again, or run \`newgrp ${group}\`, to use it.`,
    );
  },

  async undo({ notes }) {
    for (const user of notes.get("added")) await attempt("gpasswd", ["-d", user, group]);
  },
};

function sudoUser(): string | undefined {
  const user = process.env["SUDO_USER"];
  return user === undefined || user === "" || user === "root" ? undefined : user;
}
