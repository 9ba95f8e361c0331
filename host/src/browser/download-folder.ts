// Where a launched browser saves what it downloads: a folder in its profile, without asking anybody.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { WebservError } from "@webserv/shared/protocol/errors.ts";
import * as z from "zod/mini";

const DOWNLOADS = "downloads";

const group = z.optional(z.looseObject({}));
/** The browser's own file; all that is not named here is kept as it is. */
const preferences = z.looseObject({
  download: group,
  profile: z.optional(z.looseObject({ default_content_setting_values: group })),
});

export function downloadFolder(userDataDir: string): string {
  return join(userDataDir, DOWNLOADS);
}

/**
 * To be done while the browser does not run: it reads its preferences once. It gives files that would
 * have one name different ones by itself.
 * @throws WebservError `launch-failed` where the profile's preferences can't be read.
 */
export async function prepareDownloads(userDataDir: string): Promise<void> {
  const folder = downloadFolder(userDataDir);
  const file = join(userDataDir, "Default", "Preferences");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(join(userDataDir, "Default"), { recursive: true, mode: 0o700 });
  const present = await readPreferences(file);
  const settings = {
    ...present,
    download: { ...present.download, default_directory: folder, prompt_for_download: false },
    profile: {
      ...present.profile,
      default_content_setting_values: {
        ...present.profile?.default_content_setting_values,
        // Several files of one page would have to be agreed to by a person.
        automatic_downloads: 1,
      },
    },
  };
  const next = `${file}.webserv`;
  await writeFile(next, JSON.stringify(settings), { mode: 0o600 });
  await rename(next, file);
}

async function readPreferences(file: string): Promise<z.infer<typeof preferences>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return {};
  }
  try {
    return preferences.parse(JSON.parse(text));
  } catch (cause) {
    throw new WebservError("launch-failed", `the profile's preferences in ${file} are damaged`, {
      next: "Choose another profile name, or remove that file.",
      cause,
    });
  }
}
