// Follows the cause through signals that abort by themselves once their time is over.
import type { Causes } from "../cause/causes.ts";
import { hear } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { natives } from "../platform/natives.ts";

export function hookAbortSignals(hooks: Hooks, causes: Causes): void {
  hooks.around(AbortSignal, "timeout", "value", (native, self, args) => {
    const signal = natives.apply(native, self, args);
    const delayMs: unknown = args.length > 0 ? args[0] : undefined;
    const work = causes.beginCaused({
      kind: "timer",
      delayMs: typeof delayMs === "number" ? delayMs : 0,
    });
    if (work !== 0 && typeof signal === "object" && signal !== null) {
      hear(signal, ["abort"], () => causes.run(work));
    }
    return signal;
  });
}
