// Says how the machine's package manager installs what tests and browsers need, without asking anything.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Package = "chromium" | "openbox" | "xdotool" | "xvfb";

export interface PackageManager {
  readonly program: string;
  /** The commands, run one after the other, as root. */
  readonly install: (wanted: Package) => readonly (readonly string[])[];
}

/**
 * Lists package managers. Homebrew is left out, since its Chromium cask was withdrawn, and winget, which may ask; on
 * macOS and Windows puppeteer's download serves.
 */
const managers: readonly PackageManager[] = [
  {
    program: "apt-get",
    install: (wanted) => [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", wanted],
    ],
  },
  {
    program: "dnf",
    install: (wanted) => [
      ["dnf", "install", "-y", wanted === "xvfb" ? "xorg-x11-server-Xvfb" : wanted],
    ],
  },
  {
    program: "pacman",
    install: (wanted) => [
      ["pacman", "-Sy", "--noconfirm", "--needed", wanted === "xvfb" ? "xorg-server-xvfb" : wanted],
    ],
  },
  {
    program: "zypper",
    install: (wanted) => [
      [
        "zypper",
        "--non-interactive",
        "install",
        wanted === "xvfb" ? "xorg-x11-server-Xvfb" : wanted,
      ],
    ],
  },
  { program: "apk", install: (wanted) => [["apk", "add", wanted]] },
];

/** Finds the package manager of this Linux; undefined on other platforms. */
export function packageManager(): PackageManager | undefined {
  if (process.platform !== "linux") return undefined;
  return managers.find(({ program }) => isInPath(program));
}

/** Tells whether a program of this name is in PATH. */
export function isInPath(program: string): boolean {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && existsSync(join(folder, program)));
}
