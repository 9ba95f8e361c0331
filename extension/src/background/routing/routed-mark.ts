// Remembers in the browser's session storage whether hosts are routed.
import browser from "webextension-polyfill";

import type { RoutedMark } from "./routing.ts";

export function routedMark(environment: string): RoutedMark {
  const key = `routed/${environment}`;
  return {
    async read() {
      return (await browser.storage.session.get(key))[key] === true;
    },
    async write(isRouted) {
      await browser.storage.session.set({ [key]: isRouted });
    },
  };
}
