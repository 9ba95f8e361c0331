// Decides which files of this machine an agent may upload: those below the folder its session was opened with.
import { readFile, realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, relative } from "node:path";

import type { GivenFiles } from "@webserv/shared/model/page/given-files.ts";
import { MAX_GIVEN_BYTES } from "@webserv/shared/model/page/given-files.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** The largest file that is uploaded, in bytes. */
const MAX_BYTES = 1024 ** 3;

/**
 * Returns the real paths of `files`, in their order: a link below the folder leads nowhere else.
 * @throws WebservError `file-not-allowed`, `file-unusable`, with the path at fault.
 */
export async function uploadFiles(
  filesFrom: string | undefined,
  files: readonly string[],
): Promise<string[]> {
  if (filesFrom === undefined) {
    throw new WebservError(
      "file-not-allowed",
      "this session was opened without a folder of files",
      {
        next: "Open a session with filesFrom: the folder whose files its agent may upload. Over MCP the person names it: `webserv mcp --files-from <folder>`, which `webserv mcp config` writes too; over HTTP nothing is uploaded.",
      },
    );
  }
  const folder = await realpath(filesFrom).catch((cause: unknown) => {
    throw new WebservError("file-unusable", `the session's folder ${filesFrom} does not exist`, {
      details: { path: filesFrom },
      cause,
    });
  });
  const real: string[] = [];
  // The files are checked one after the other, so that the error names the first one at fault.
  for (const path of files) real.push(await usableFile(path, folder));
  return real;
}

/**
 * Reads the contents of `files`, for a page that is given them by a script.
 * @throws WebservError as `uploadFiles`, and `file-unusable` if they are too large together for
 *   that.
 */
export async function readFiles(
  filesFrom: string | undefined,
  files: readonly string[],
): Promise<GivenFiles> {
  const paths = await uploadFiles(filesFrom, files);
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  if (size > MAX_GIVEN_BYTES) {
    throw new WebservError(
      "file-unusable",
      `the files have ${size} bytes together, over the ${MAX_GIVEN_BYTES} that synthetic input can give`,
      { next: "Open a session with trusted input, or give fewer files.", details: { size } },
    );
  }
  return await Promise.all(
    paths.map(async (path) => ({
      name: basename(path),
      base64: (await readFile(path)).toString("base64"),
    })),
  );
}

async function usableFile(path: string, folder: string): Promise<string> {
  const details = { path };
  const refuse = (why: string): WebservError =>
    new WebservError("file-not-allowed", `${path} ${why}`, {
      next: `Use a file below ${folder}, by its absolute path.`,
      details: { ...details, folder },
    });
  if (!isAbsolute(path)) throw refuse("is not an absolute path");
  const file = await realpath(path).catch((cause: unknown) => {
    // The error does not reveal what exists outside the folder.
    if (isOutside(path, folder)) throw refuse("does not lie in the session's folder");
    throw new WebservError("file-unusable", `${path} does not exist`, { details, cause });
  });
  if (isOutside(file, folder)) throw refuse("does not lie in the session's folder");
  const { size, isFile } = await stat(file).then((stats) => ({
    size: stats.size,
    isFile: stats.isFile(),
  }));
  if (!isFile) {
    throw new WebservError("file-unusable", `${path} is a folder or a device, not a file`, {
      details,
    });
  }
  if (size > MAX_BYTES) {
    const message = `${path} has ${size} bytes, over the limit of ${MAX_BYTES}`;
    throw new WebservError("file-unusable", message, { details: { ...details, size } });
  }
  return file;
}

function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || way === ".." || /^\.\.[\\/]/.test(way) || isAbsolute(way);
}
