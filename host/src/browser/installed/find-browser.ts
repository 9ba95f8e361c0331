// Finds the Chromium-based browsers installed on this machine.
import { posix, win32 } from "node:path";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { BrowserChannel, BrowserFamily, KnownBrowser } from "./browser-catalogue.ts";
import { knownBrowsers } from "./browser-catalogue.ts";
import type { Machine } from "./machine.ts";
import { thisMachine } from "./machine.ts";

export interface InstalledBrowser {
  /** The name, such as Chrome, Chrome Beta, Chromium, Edge or Brave. */
  readonly name: string;
  readonly family: BrowserFamily;
  readonly channel: BrowserChannel;
  /** The absolute path. */
  readonly executable: string;
  /** The version, such as 156.0.8078.79; undefined if the browser does not say. */
  readonly version: string | undefined;
  /** The profile folder it uses when none is named. */
  readonly userDataDir: string;
  /** A snap or flatpak runs confined: it can't start a native host outside its box. */
  readonly packaging: "system" | "snap" | "flatpak";
  /** True if `--load-extension` works; branded Chrome and Edge dropped it with version 137. */
  readonly loadExtensionFlag: boolean;
}

/**
 * Returns every browser found, the preferred one first. The browser that WEBSERV_BROWSER names (a
 * path, or a program in PATH) comes before all others.
 * @throws Error if WEBSERV_BROWSER names a program that does not exist.
 */
export async function findBrowsers(machine: Machine = thisMachine()): Promise<InstalledBrowser[]> {
  const found: Candidate[] = [];
  const seen = new Set<string>();
  for (const candidate of [
    ...chosenBrowser(machine),
    ...knownBrowsers.flatMap((known) => systemBrowser(known, machine)),
    ...puppeteerBrowsers(machine),
    ...knownBrowsers.flatMap((known) => boxedBrowser(known, machine)),
  ]) {
    // A confined browser's programs are all links to one launcher, so its own path tells them apart.
    const identity =
      candidate.packaging === "system"
        ? machine.resolve(candidate.executable)
        : candidate.executable;
    if (seen.has(identity)) continue;
    seen.add(identity);
    found.push(candidate);
  }
  return Promise.all(found.map((candidate) => describe(candidate, machine)));
}

type Candidate = Omit<InstalledBrowser, "version" | "loadExtensionFlag">;

function chosenBrowser(machine: Machine): Candidate[] {
  const chosen = machine.env["WEBSERV_BROWSER"];
  if (chosen === undefined || chosen === "") return [];
  const path = pathsOf(machine);
  const executable = path.isAbsolute(chosen)
    ? chosen
    : programFolders(machine)
        .map((folder) => path.join(folder, chosen))
        .find((candidate) => machine.exists(candidate));
  if (executable === undefined || !machine.exists(executable)) {
    throw new WebservError(
      "browser-not-found",
      `WEBSERV_BROWSER names "${chosen}", which does not exist`,
      { next: "Correct it or unset it." },
    );
  }
  const known = knownBrowsers.flatMap((known) => [
    ...systemBrowser(known, machine),
    ...boxedBrowser(known, machine),
  ]);
  const same = known.find(
    (candidate) =>
      candidate.executable === executable ||
      (candidate.packaging === "system" &&
        machine.resolve(candidate.executable) === machine.resolve(executable)),
  );
  if (same !== undefined) return [{ ...same, executable }];
  const guess = knownBrowsers.find((known) =>
    path.basename(executable).toLowerCase().includes(known.family),
  );
  const family = guess?.family ?? "chromium";
  return [
    {
      name: guess?.name ?? "Chromium",
      family,
      channel: "stable",
      executable,
      userDataDir: profileOf(guess ?? knownBrowsers[1], machine),
      packaging: packagingOf(executable, machine),
    },
  ];
}

function systemBrowser(known: KnownBrowser, machine: Machine): Candidate[] {
  const executable = executablesOf(known, machine).find(
    (path) => machine.exists(path) && packagingOf(path, machine) === "system",
  );
  if (executable === undefined) return [];
  return [
    {
      name: known.name,
      family: known.family,
      channel: known.channel,
      executable,
      userDataDir: profileOf(known, machine),
      packaging: "system",
    },
  ];
}

function executablesOf(known: KnownBrowser, machine: Machine): string[] {
  const path = pathsOf(machine);
  switch (machine.platform) {
    case "win32":
      return known.win32 === undefined
        ? []
        : windowsRoots(machine).map((root) =>
            path.join(root, known.win32?.folder ?? "", known.win32?.program ?? ""),
          );
    case "darwin":
      return known.darwin === undefined
        ? []
        : ["/Applications", path.join(machine.home, "Applications")].map((root) =>
            path.join(
              root,
              `${known.darwin?.app}.app`,
              "Contents",
              "MacOS",
              known.darwin?.app ?? "",
            ),
          );
    default: {
      const linux = known.linux;
      if (linux === undefined) return [];
      const inFolders = linux.programs.flatMap((program) =>
        programFolders(machine).map((folder) => path.join(folder, program)),
      );
      return [...inFolders, ...(linux.paths ?? [])];
    }
  }
}

/** Finds the browsers that puppeteer has downloaded: Chrome for Testing, newest first. */
function puppeteerBrowsers(machine: Machine): Candidate[] {
  const path = pathsOf(machine);
  const cache =
    machine.env["PUPPETEER_CACHE_DIR"] ?? path.join(machine.home, ".cache", "puppeteer");
  const root = path.join(cache, "chrome");
  const inside =
    machine.platform === "darwin"
      ? "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"
      : machine.platform === "win32"
        ? "chrome.exe"
        : "chrome";
  return [...machine.list(root)]
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .flatMap((build) =>
      machine
        .list(path.join(root, build))
        .map((folder) => path.join(root, build, folder, inside))
        .filter((executable) => machine.exists(executable)),
    )
    .map((executable) => ({
      name: "Chrome for Testing",
      family: "chrome" as const,
      channel: "stable" as const,
      executable,
      userDataDir: testingProfile(machine),
      packaging: "system" as const,
    }));
}

function testingProfile(machine: Machine): string {
  const path = pathsOf(machine);
  const [root, name] = profileRoot(machine);
  return name === "win32"
    ? path.join(root, "Google", "Chrome for Testing", "User Data")
    : name === "darwin"
      ? path.join(root, "Google", "Chrome for Testing")
      : path.join(root, "google-chrome-for-testing");
}

/** Finds browsers inside a snap or flatpak. They are listed so that `install` can say what they lack. */
function boxedBrowser(known: KnownBrowser, machine: Machine): Candidate[] {
  if (machine.platform !== "linux") return [];
  const { name, family, channel } = known;
  const boxes: Candidate[] = [];
  if (known.snap !== undefined) {
    const executable = posix.join("/snap/bin", known.snap.program);
    const userDataDir = posix.join(machine.home, known.snap.profile);
    boxes.push({ name, family, channel, executable, userDataDir, packaging: "snap" });
  }
  if (known.flatpak !== undefined) {
    const { app, profile } = known.flatpak;
    const userDataDir = posix.join(machine.home, ".var", "app", app, "config", profile);
    for (const root of ["/var/lib", posix.join(machine.home, ".local/share")]) {
      const executable = posix.join(root, "flatpak/exports/bin", app);
      boxes.push({ name, family, channel, executable, userDataDir, packaging: "flatpak" });
    }
  }
  return boxes.filter((box) => machine.exists(box.executable));
}

/** Ubuntu's /usr/bin/chromium-browser is a script that starts the snap. */
function packagingOf(executable: string, machine: Machine): InstalledBrowser["packaging"] {
  if (machine.platform !== "linux") return "system";
  const target = machine.resolve(executable);
  if (executable.startsWith("/snap/") || target === "/usr/bin/snap") return "snap";
  if (executable.includes("/flatpak/")) return "flatpak";
  const head = machine.read(target);
  return head.startsWith("#!") && head.includes("/snap/bin/") ? "snap" : "system";
}

function profileOf(known: KnownBrowser | undefined, machine: Machine): string {
  const path = pathsOf(machine);
  const [root, platform] = profileRoot(machine);
  const below = platform === "linux" ? known?.linux?.profile : known?.[platform]?.profile;
  return path.join(root, below ?? "chromium");
}

function profileRoot(machine: Machine): [root: string, platform: "win32" | "darwin" | "linux"] {
  switch (machine.platform) {
    case "win32":
      return [localAppData(machine), "win32"];
    case "darwin":
      return [posix.join(machine.home, "Library", "Application Support"), "darwin"];
    default:
      return [
        machine.env["CHROME_CONFIG_HOME"] ??
          machine.env["XDG_CONFIG_HOME"] ??
          posix.join(machine.home, ".config"),
        "linux",
      ];
  }
}

async function describe(candidate: Candidate, machine: Machine): Promise<InstalledBrowser> {
  const version = await versionOf(candidate, machine);
  const major = Number.parseInt(version ?? "", 10);
  const branded =
    (candidate.family === "chrome" && candidate.name !== "Chrome for Testing") ||
    candidate.family === "edge";
  return { ...candidate, version, loadExtensionFlag: !branded || major < 137 };
}

async function versionOf(candidate: Candidate, machine: Machine): Promise<string | undefined> {
  const pattern = /\d+(?:\.\d+){1,3}/;
  if (machine.platform === "win32") {
    // chrome.exe --version opens a window; the program's folder holds one named by the version.
    return machine
      .list(win32.dirname(candidate.executable))
      .filter((name) => /^\d+(?:\.\d+){3}$/.test(name))
      .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))[0];
  }
  const told = await machine.run(candidate.executable, ["--version"]);
  return told === undefined ? undefined : pattern.exec(told)?.[0];
}

function programFolders(machine: Machine): string[] {
  const path = pathsOf(machine);
  const inPath = (machine.env["PATH"] ?? machine.env["Path"] ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const usual = machine.platform === "win32" ? [] : ["/usr/bin", "/usr/local/bin", "/bin"];
  return [...new Set([...inPath, ...usual])];
}

function windowsRoots(machine: Machine): string[] {
  return [
    machine.env["PROGRAMFILES"] ?? machine.env["ProgramFiles"],
    machine.env["PROGRAMFILES(X86)"] ?? machine.env["ProgramFiles(x86)"],
    localAppData(machine),
  ].filter((root) => root !== undefined);
}

function localAppData(machine: Machine): string {
  return machine.env["LOCALAPPDATA"] ?? win32.join(machine.home, "AppData", "Local");
}

function pathsOf(machine: Machine): typeof posix {
  return machine.platform === "win32" ? win32 : posix;
}
