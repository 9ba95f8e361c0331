// How the machine's package manager installs Chromium without asking anything.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface PackageManager {
  readonly program: string;
  /** Run one after the other, as root. */
  readonly commands: readonly (readonly string[])[];
}

/**
 * Not here: Homebrew, whose Chromium cask was withdrawn, and winget, which may ask; on macOS and
 * Windows puppeteer's download serves.
 */
const managers: readonly PackageManager[] = [
  {
    program: "apt-get",
    commands: [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "chromium"],
    ],
  },
  { program: "dnf", commands: [["dnf", "install", "-y", "chromium"]] },
  { program: "pacman", commands: [["pacman", "-Sy", "--noconfirm", "--needed", "chromium"]] },
  {
    program: "zypper",
    commands: [["zypper", "--non-interactive", "install", "chromium"]],
  },
  { program: "apk", commands: [["apk", "add", "chromium"]] },
];

/** The package manager of this Linux; undefined on other platforms. */
export function packageManager(): PackageManager | undefined {
  if (process.platform !== "linux") return undefined;
  return managers.find(({ program }) => isInPath(program));
}

/** Whether a program of this name is in PATH. */
export function isInPath(program: string): boolean {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && existsSync(join(folder, program)));
}
