// Remembers in the browser's session storage whether hosts are routed.
import browser from "webextension-polyfill";

import type { RoutedMark } from "./routing.ts";

export function routedMark(environment: Promise<string>): RoutedMark {
  const named = environment.then((name) => `routed/${name}`);
  return {
    async read() {
      const key = await named;
      return (await browser.storage.session.get(key))[key] === true;
    },
    async write(isRouted) {
      await browser.storage.session.set({ [await named]: isRouted });
    },
  };
}
