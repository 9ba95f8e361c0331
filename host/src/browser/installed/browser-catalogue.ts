// Lists the places of each Chromium-based browser on each platform: programs, packages and profile folders.

export type BrowserFamily = "chrome" | "chromium" | "edge" | "brave";
export type BrowserChannel = "stable" | "beta" | "dev" | "canary";

export interface KnownBrowser {
  readonly name: string;
  readonly family: BrowserFamily;
  readonly channel: BrowserChannel;
  readonly linux?: {
    /** Program names, looked for in PATH and in the usual folders. */
    readonly programs: readonly string[];
    /** Further absolute paths to look at. */
    readonly paths?: readonly string[];
    /** Profile folder below the configuration folder. */
    readonly profile: string;
  };
  readonly darwin?: { readonly app: string; readonly profile: string };
  /** `folder` lies below Program Files or LOCALAPPDATA, `profile` below LOCALAPPDATA. */
  readonly win32?: {
    readonly folder: string;
    readonly program: string;
    readonly profile: string;
  };
  readonly snap?: { readonly program: string; readonly profile: string };
  readonly flatpak?: { readonly app: string; readonly profile: string };
}

/** The browsers in the order of preference: the common ones first, then their early channels. */
export const knownBrowsers: readonly KnownBrowser[] = [
  {
    name: "Chrome",
    family: "chrome",
    channel: "stable",
    linux: {
      programs: ["google-chrome-stable", "google-chrome"],
      paths: ["/opt/google/chrome/chrome"],
      profile: "google-chrome",
    },
    darwin: { app: "Google Chrome", profile: "Google/Chrome" },
    win32: {
      folder: "Google\\Chrome\\Application",
      program: "chrome.exe",
      profile: "Google\\Chrome\\User Data",
    },
    flatpak: { app: "com.google.Chrome", profile: "google-chrome" },
  },
  {
    name: "Chromium",
    family: "chromium",
    channel: "stable",
    linux: {
      programs: ["chromium", "chromium-browser"],
      paths: ["/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser"],
      profile: "chromium",
    },
    darwin: { app: "Chromium", profile: "Chromium" },
    win32: {
      folder: "Chromium\\Application",
      program: "chrome.exe",
      profile: "Chromium\\User Data",
    },
    snap: { program: "chromium", profile: "snap/chromium/common/chromium" },
    flatpak: { app: "org.chromium.Chromium", profile: "chromium" },
  },
  {
    name: "Edge",
    family: "edge",
    channel: "stable",
    linux: {
      programs: ["microsoft-edge-stable", "microsoft-edge"],
      paths: ["/opt/microsoft/msedge/msedge"],
      profile: "microsoft-edge",
    },
    darwin: { app: "Microsoft Edge", profile: "Microsoft Edge" },
    win32: {
      folder: "Microsoft\\Edge\\Application",
      program: "msedge.exe",
      profile: "Microsoft\\Edge\\User Data",
    },
    flatpak: { app: "com.microsoft.Edge", profile: "microsoft-edge" },
  },
  {
    name: "Brave",
    family: "brave",
    channel: "stable",
    linux: {
      programs: ["brave-browser-stable", "brave-browser", "brave"],
      paths: ["/opt/brave.com/brave/brave"],
      profile: "BraveSoftware/Brave-Browser",
    },
    darwin: { app: "Brave Browser", profile: "BraveSoftware/Brave-Browser" },
    win32: {
      folder: "BraveSoftware\\Brave-Browser\\Application",
      program: "brave.exe",
      profile: "BraveSoftware\\Brave-Browser\\User Data",
    },
    snap: { program: "brave", profile: "snap/brave/current/.config/BraveSoftware/Brave-Browser" },
    flatpak: { app: "com.brave.Browser", profile: "BraveSoftware/Brave-Browser" },
  },
  {
    name: "Chrome Beta",
    family: "chrome",
    channel: "beta",
    linux: {
      programs: ["google-chrome-beta"],
      paths: ["/opt/google/chrome-beta/chrome"],
      profile: "google-chrome-beta",
    },
    darwin: { app: "Google Chrome Beta", profile: "Google/Chrome Beta" },
    win32: {
      folder: "Google\\Chrome Beta\\Application",
      program: "chrome.exe",
      profile: "Google\\Chrome Beta\\User Data",
    },
  },
  {
    name: "Chrome Dev",
    family: "chrome",
    channel: "dev",
    linux: {
      programs: ["google-chrome-unstable"],
      paths: ["/opt/google/chrome-unstable/chrome"],
      profile: "google-chrome-unstable",
    },
    darwin: { app: "Google Chrome Dev", profile: "Google/Chrome Dev" },
    win32: {
      folder: "Google\\Chrome Dev\\Application",
      program: "chrome.exe",
      profile: "Google\\Chrome Dev\\User Data",
    },
  },
  {
    name: "Chrome Canary",
    family: "chrome",
    channel: "canary",
    linux: {
      programs: ["google-chrome-canary"],
      paths: ["/opt/google/chrome-canary/chrome"],
      profile: "google-chrome-canary",
    },
    darwin: { app: "Google Chrome Canary", profile: "Google/Chrome Canary" },
    win32: {
      folder: "Google\\Chrome SxS\\Application",
      program: "chrome.exe",
      profile: "Google\\Chrome SxS\\User Data",
    },
  },
  {
    name: "Edge Beta",
    family: "edge",
    channel: "beta",
    linux: { programs: ["microsoft-edge-beta"], profile: "microsoft-edge-beta" },
    darwin: { app: "Microsoft Edge Beta", profile: "Microsoft Edge Beta" },
    win32: {
      folder: "Microsoft\\Edge Beta\\Application",
      program: "msedge.exe",
      profile: "Microsoft\\Edge Beta\\User Data",
    },
  },
  {
    name: "Edge Dev",
    family: "edge",
    channel: "dev",
    linux: { programs: ["microsoft-edge-dev"], profile: "microsoft-edge-dev" },
    darwin: { app: "Microsoft Edge Dev", profile: "Microsoft Edge Dev" },
    win32: {
      folder: "Microsoft\\Edge Dev\\Application",
      program: "msedge.exe",
      profile: "Microsoft\\Edge Dev\\User Data",
    },
  },
  {
    name: "Brave Beta",
    family: "brave",
    channel: "beta",
    linux: { programs: ["brave-browser-beta"], profile: "BraveSoftware/Brave-Browser-Beta" },
    darwin: { app: "Brave Browser Beta", profile: "BraveSoftware/Brave-Browser-Beta" },
    win32: {
      folder: "BraveSoftware\\Brave-Browser-Beta\\Application",
      program: "brave.exe",
      profile: "BraveSoftware\\Brave-Browser-Beta\\User Data",
    },
  },
];
