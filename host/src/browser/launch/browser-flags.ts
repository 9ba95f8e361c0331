// Makes the command line that a browser is launched with.
import type { LaunchRequest } from "./launched-browser.ts";

/** The facts about the machine that the flags depend on. */
export interface FlagPlatform {
  readonly platform: NodeJS.Platform;
  readonly root: boolean;
}

export function browserFlags(
  request: Pick<LaunchRequest, "headless" | "kind" | "proxyPort" | "userDataDir">,
  machine: FlagPlatform,
): string[] {
  return [
    `--user-data-dir=${request.userDataDir}`,
    "--remote-debugging-pipe",
    // Without it the pipe has no Extensions domain.
    "--enable-unsafe-extension-debugging",
    ...quietFlags,
    // The info bar that chrome.debugger shows would move the page; the extension here is ours alone.
    "--silent-debugger-extension-api",
    "--window-size=1280,900",
    ...(request.headless ? ["--headless=new", "--mute-audio"] : headedFlags(machine)),
    ...platformFlags(machine),
    ...(request.proxyPort === undefined ? [] : enclosureFlags(request.proxyPort)),
    `--disable-features=${disabledFeatures.join(",")}`,
    "about:blank",
  ];
}

/** Turns off first-run pages, the browser's own traffic, and the slowing of timers in background tabs. */
const quietFlags = [
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  // The preferences have no setting for these: nobody is there to answer.
  "--deny-permission-prompts",
  "--disable-domain-reliability",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--disable-search-engine-choice-screen",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-quic",
  "--hide-crash-restore-bubble",
  "--metrics-recording-only",
  "--no-service-autorun",
  "--password-store=basic",
  "--use-mock-keychain",
];

/** The omnibox popups alone cost 40 to 50 MB a profile. */
const disabledFeatures = [
  "MediaRouter",
  "OptimizationHints",
  "SpareRendererForSitePerProcess",
  "Translate",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

function headedFlags(machine: FlagPlatform): string[] {
  return machine.platform === "linux" ? ["--ozone-platform-hint=auto"] : [];
}

function platformFlags(machine: FlagPlatform): string[] {
  if (machine.platform !== "linux") return [];
  // Chromium refuses to sandbox itself as root; containers often have a /dev/shm of 64 MB.
  return ["--disable-dev-shm-usage", ...(machine.root ? ["--no-sandbox"] : [])];
}

/** Lets everything leave only through the proxy: no loopback exception, no name look-ups, no UDP. */
function enclosureFlags(proxyPort: number): string[] {
  return [
    `--proxy-server=127.0.0.1:${proxyPort}`,
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  ];
}
