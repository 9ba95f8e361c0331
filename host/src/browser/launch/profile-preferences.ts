// Writes the preferences that a launched browser starts with: it saves downloads, and asks nobody anything.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import * as z from "zod/mini";

import { namingPathOf } from "../../file-path-named.ts";

const DOWNLOADS = "downloads";
/** Values of a content setting: allowed, and blocked without a question. */
const ALLOW = 1;
const BLOCK = 2;

/** The browser's own file; all that is not named here is kept as it is. */
const preferences = z.record(z.string(), z.unknown());
type Preferences = z.infer<typeof preferences>;

/** Returns the folder in the profile to which a launched browser saves its downloads. */
export function downloadFolder(userDataDir: string): string {
  return join(userDataDir, DOWNLOADS);
}

/**
 * Must be called while the browser does not run: it reads its preferences once. Files that would
 * have the same name get different ones from the browser.
 * @throws WebservError `launch-failed` if the profile's preferences can't be read.
 */
export async function preparePreferences(userDataDir: string): Promise<void> {
  const folder = downloadFolder(userDataDir);
  const file = join(userDataDir, "Default", "Preferences");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(join(userDataDir, "Default"), { recursive: true, mode: 0o700 });
  const downloads = { download: { default_directory: folder, prompt_for_download: false } };
  const settings = merged(merged(await readPreferences(file), downloads), withoutWindows);
  const next = `${file}.webserv`;
  await namingPathOf(file, () => writeFile(next, JSON.stringify(settings), { mode: 0o600 }));
  await rename(next, file);
}

/** With these, no window of the browser's own opens over a page or beside it. */
const withoutWindows: Preferences = {
  printing: { enabled: false },
  hardware: { screen_capture_enabled: false },
  // A PDF is shown, and its words are told; a profile from before may say that it is saved.
  plugins: { always_open_pdf_externally: false },
  credentials_enable_service: false,
  translate: { enabled: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  policy: {
    // The browser does not even ask to open another program for other schemes.
    url_blocklist: ["*"],
    url_allowlist: [
      "http://*",
      "https://*",
      "about:*",
      "blob:*",
      "data:*",
      "filesystem:*",
      "chrome:*",
      "chrome-extension:*",
      "chrome-search:*",
      "chrome-untrusted:*",
      "devtools:*",
      "view-source:*",
    ],
  },
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: {
      // Otherwise a person would have to agree to several downloads of one page.
      automatic_downloads: ALLOW,
      bluetooth_guard: BLOCK,
      bluetooth_scanning: BLOCK,
      clipboard: BLOCK,
      // Files that an upload gives to a picker are read without a question, and never written.
      file_system_write_guard: BLOCK,
      geolocation: BLOCK,
      hid_guard: BLOCK,
      idle_detection: BLOCK,
      local_fonts: BLOCK,
      media_stream_camera: BLOCK,
      media_stream_mic: BLOCK,
      midi_sysex: BLOCK,
      notifications: BLOCK,
      serial_guard: BLOCK,
      usb_guard: BLOCK,
      window_placement: BLOCK,
    },
  },
};

/** Merges two objects of preferences; a value of `over` wins. */
function merged(under: Preferences, over: Preferences): Preferences {
  const result = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const present = preferences.safeParse(under[key]);
    const wanted = preferences.safeParse(value);
    result[key] = present.success && wanted.success ? merged(present.data, wanted.data) : value;
  }
  return result;
}

async function readPreferences(file: string): Promise<Preferences> {
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
