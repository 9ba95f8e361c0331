// Routes hosts by the profile's proxy script, or not at all if the context has a proxy of its own.
import browser from "webextension-polyfill";

import type { Environment } from "../platform/environment.ts";
import { pacScript } from "./pac.ts";
import type { Router } from "./routing.ts";

/** Returns a router that does nothing in an environment, whose context has its proxy: the setting is browser-wide. */
export function routerOf(environment: Promise<Environment>): Router {
  const isRouted = environment.then(({ token }) => token !== undefined);
  return {
    route: async (hosts, port) => {
      if (!(await isRouted)) await pacRouter.route(hosts, port);
    },
    clear: async () => {
      if (!(await isRouted)) await pacRouter.clear();
    },
  };
}

const pacRouter: Router = {
  async route(hosts, port) {
    await browser.proxy.settings.set({
      value: {
        mode: "pac_script",
        pacScript: { data: pacScript(hosts, port), mandatory: true },
      },
      scope: "regular",
    });
  },
  async clear() {
    await browser.proxy.settings.clear({ scope: "regular" });
  },
};
