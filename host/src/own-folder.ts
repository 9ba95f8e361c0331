// Tells a folder of this user's from one that another user has put in its place.
import { lstatSync } from "node:fs";

import { WebservError } from "@webserv/shared/errors/errors.ts";

/**
 * Anyone may make a folder, or a link, of any free name in the temporary folder.
 * @throws WebservError `daemon-unreachable` if there is something that is not this user's folder.
 */
export function assertOwnFolder(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || process.getuid === undefined) return;
  if (found.isDirectory() && found.uid === process.getuid()) return;
  throw new WebservError(
    "daemon-unreachable",
    `${folder} is ${found.isDirectory() ? `of the user ${found.uid}` : "no folder"}, and the daemon's socket would be in it`,
    { next: "Have it removed, or set WEBSERV_HOME to a folder with a shorter path." },
  );
}
