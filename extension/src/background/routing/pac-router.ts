// Routes hosts by the profile's proxy script.
import { pacScript } from "./pac.ts";
import type { Router } from "./routing.ts";

export const pacRouter: Router = {
  async route(hosts, port) {
    await chrome.proxy.settings.set({
      value: {
        mode: "pac_script",
        pacScript: { data: pacScript(hosts, port), mandatory: true },
      },
      scope: "regular",
    });
  },
  async clear() {
    await chrome.proxy.settings.clear({ scope: "regular" });
  },
};
