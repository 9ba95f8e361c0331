// Checks the folder whose files a model may upload: a person names it, and it never holds everything they have.
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, relative, resolve } from "node:path";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { callersFolder } from "./callers-folder.ts";

/**
 * Returns the folder's absolute path.
 * @throws WebservError `invalid-params` if it is no folder, or the home folder lies in it.
 */
export async function uploadFolder(named: string, home = homedir()): Promise<string> {
  const path = resolve(callersFolder(), named);
  const folder = await realpath(path).catch((cause: unknown) => {
    throw refused(path, "does not exist", cause);
  });
  if (!(await stat(folder)).isDirectory()) throw refused(path, "is not a folder");
  const realHome = await realpath(home).catch(() => home);
  if (isSameOrBelow(realHome, folder)) {
    throw refused(
      path,
      "holds the whole home folder: a page that misleads the model could have any file of it",
    );
  }
  return folder;
}

/** Tells whether `path` is `folder`, or lies below it. */
function isSameOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}

function refused(path: string, why: string, cause?: unknown): WebservError {
  return new WebservError("invalid-params", `--files-from: ${path} ${why}`, {
    next: "Name a folder that holds nothing but files that may be uploaded.",
    ...(cause === undefined ? {} : { cause }),
  });
}
