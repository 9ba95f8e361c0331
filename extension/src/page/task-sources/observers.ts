// Follows the cause through observers, which tell of sizes, of what is in view, and of what took how long.
import { BeforeCall, precededBy } from "../cause/before-call.ts";
import type { Causes } from "../cause/causes.ts";
import { hear } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isNative, natives } from "../platform/natives.ts";

/** The browser tells this late that something comes into view, in ms. */
const TOLD_MS = 200;

export function hookObservers(hooks: Hooks, causes: Causes): void {
  const onTold = new BeforeCall(() => causes.run(causes.recent(TOLD_MS)));
  for (const name of ["IntersectionObserver", "PerformanceObserver", "ResizeObserver"]) {
    hooks.aroundNew(window, name, (construction) => {
      const callback = construction.args.length > 0 ? construction.args[0] : undefined;
      if (!isNative(callback)) return construction.run();
      natives.set(construction.args, 0, precededBy(callback, onTold));
      return construction.run();
    });
  }
  hooks.around(window, "matchMedia", "value", (native, self, args) => {
    const list = natives.apply(native, self, args);
    if (typeof list === "object" && list !== null) {
      hear(list, ["change"], () => causes.run(causes.recent(TOLD_MS)));
    }
    return list;
  });
}
