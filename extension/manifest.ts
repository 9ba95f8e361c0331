// The extension's manifest.
import { defineManifest } from "@crxjs/vite-plugin";
import { EXTENSION_ID, EXTENSION_KEY } from "@webserv/shared/protocol/extension-id.ts";

import packageJson from "./package.json" with { type: "json" };

const icons = {
  16: "icons/icon-16.png",
  32: "icons/icon-32.png",
  48: "icons/icon-48.png",
  128: "icons/icon-128.png",
};

/** Both scripts run in every frame, and in those that have no address of their own. */
const everyFrame = {
  matches: ["<all_urls>"],
  run_at: "document_start",
  all_frames: true,
  match_about_blank: true,
  match_origin_as_fallback: true,
};

export default defineManifest({
  manifest_version: 3,
  name: "WebServ",
  version: packageJson.version,
  description: "Lets an agent use the web through this browser, in tabs of its own.",
  key: EXTENSION_KEY,
  minimum_chrome_version: "125",
  // Each browser context has a worker of its own: many isolated ones can share one browser.
  incognito: "split",
  permissions: [
    "alarms",
    "debugger",
    "declarativeNetRequestWithHostAccess",
    "downloads",
    "nativeMessaging",
    "proxy",
    "sidePanel",
    "storage",
    "tabGroups",
    "tabs",
    "webNavigation",
    "webRequest",
    "webRequestAuthProvider",
  ],
  host_permissions: ["<all_urls>"],
  background: { service_worker: "src/background/main.ts", type: "module" },
  // Named *.iife.ts so that they are inlined: a loader would come after the page's first scripts.
  content_scripts: [
    { ...everyFrame, js: ["src/page/main.iife.ts"], world: "MAIN" },
    { ...everyFrame, js: ["src/content/main.iife.ts"], world: "ISOLATED" },
  ],
  // Left out, every other extension could connect; an empty list would be warned of.
  externally_connectable: { ids: [EXTENSION_ID] },
  side_panel: { default_path: "src/panel/index.html" },
  action: { default_title: "WebServ", default_icon: icons },
  icons,
});
