// Chooses the installed browser to launch: the one named, else the first that works.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { InstalledBrowser } from "./find-browser.ts";
import { findBrowsers } from "./find-browser.ts";
import type { Machine } from "./machine.ts";
import { thisMachine } from "./machine.ts";

/**
 * `executable` (a path or a program in PATH) wins over WEBSERV_BROWSER, which wins over what is
 * found.
 * @throws WebservError `browser-not-found`.
 */
export async function chooseBrowser(
  executable: string | undefined,
  machine: Machine = thisMachine(),
): Promise<InstalledBrowser> {
  const named = executable ?? machine.env["WEBSERV_BROWSER"];
  const found = await findNamed(named, machine);
  const chosen =
    named === undefined || named === ""
      ? found.find((browser) => browser.packaging === "system")
      : found[0];
  if (chosen?.packaging === "system") return chosen;
  const boxed = found.filter((browser) => browser.packaging !== "system");
  throw new WebservError(
    "browser-not-found",
    boxed.length === 0
      ? "no Chrome, Chromium, Edge or Brave is installed here"
      : `${boxed.map((browser) => `${browser.name} is a ${browser.packaging}`).join(", ")}, which can't start the native host outside its box`,
    boxed.length === 0
      ? {}
      : { next: "Install Chrome, or Chromium from a package that is neither snap nor flatpak." },
  );
}

async function findNamed(named: string | undefined, machine: Machine): Promise<InstalledBrowser[]> {
  try {
    return await findBrowsers({ ...machine, env: { ...machine.env, WEBSERV_BROWSER: named } });
  } catch (error) {
    throw new WebservError("browser-not-found", `there is no browser at "${named}"`, {
      cause: error,
    });
  }
}
