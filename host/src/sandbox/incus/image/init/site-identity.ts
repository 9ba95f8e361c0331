// Finds the user that an image's command runs as: its `User`, by its own /etc/passwd and /etc/group.
import type { LaunchIdentity } from "./launch-program.ts";
import { TarError } from "../tar/tar-reader.ts";

export interface SiteIdentity extends LaunchIdentity {
  readonly home: string;
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

interface Group {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
}

/**
 * Follows Docker's rules: `user`, `uid`, `user:group`, `uid:gid`; empty means root; a number needs no account; if a
 * group is named, the account's others do not count. Throws TarError.
 */
export function siteIdentity(user: string, passwd: string, group: string): SiteIdentity {
  const accounts = lines(passwd).map(accountOf);
  const groups = lines(group).map(groupOf);
  const [who = "", which] = user.split(":");
  const uid = /^\d+$/.test(who) ? Number(who) : undefined;
  const account = accounts.find(({ name, uid: id }) =>
    uid === undefined ? name === (who === "" ? "root" : who) : id === uid,
  );
  if (account === undefined && uid === undefined && who !== "" && who !== "root") {
    throw new TarError(`its user is "${user}", and its /etc/passwd has no "${who}"`);
  }
  const home = account?.home ?? "/";
  const id = account?.uid ?? uid ?? 0;
  if (which !== undefined && which !== "") {
    const gid = /^\d+$/.test(which)
      ? Number(which)
      : groups.find(({ name }) => name === which)?.gid;
    if (gid === undefined) {
      throw new TarError(`its user is "${user}", and its /etc/group has no "${which}"`);
    }
    return { uid: id, gid, groups: [gid], home };
  }
  const gid = account?.gid ?? 0;
  const others = groups.filter(
    ({ members }) => account !== undefined && members.includes(account.name),
  );
  return { uid: id, gid, groups: [...new Set([gid, ...others.map((one) => one.gid)])], home };
}

function lines(file: string): string[] {
  return file.split("\n").filter((line) => line.includes(":") && !line.startsWith("#"));
}

function accountOf(line: string): Account {
  const [name = "", , uid, gid, , home = ""] = line.split(":");
  return { name, uid: Number(uid), gid: Number(gid), home: home === "" ? "/" : home };
}

function groupOf(line: string): Group {
  const [name = "", , gid, members = ""] = line.split(":");
  return { name, gid: Number(gid), members: members.trim().split(",") };
}
