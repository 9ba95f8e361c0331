// Follows the cause through the history: the browser tells of a move back or forth some tasks later.
import type { Causes } from "../cause/causes.ts";
import { ownValue } from "../cause/page-values.ts";
import { hear, type Listening } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { isInstance, natives, PrivateMap, prototypeOf } from "../platform/natives.ts";

/** The browser tells of a new tab so long after it was asked for, at most, in ms. */
const TOLD_OF_TAB_MS = 250;

export function hookHistory(hooks: Hooks, listening: Listening, causes: Causes): void {
  /** The work of the move that is under way; 0 if there is none. */
  let traversal = 0;
  for (const name of ["back", "forward", "go"]) {
    hooks.around(History.prototype, name, "value", (native, self, args) => {
      const result = natives.apply(native, self, args);
      causes.note("end", traversal);
      traversal = causes.beginCaused({ kind: "navigation" });
      return result;
    });
  }
  hooks.around(window, "open", "value", (native, self, args) => {
    const opened = natives.apply(native, self, args);
    const work = causes.beginCaused({ kind: "navigation" });
    const end = (): void => causes.note("end", work);
    // The worker, which waits outside, has heard of the tab by then.
    if (work !== 0) natives.apply(natives.setTimeout, window, [end, TOLD_OF_TAB_MS]);
    return opened;
  });
  const arrive = (): void => {
    if (traversal === 0) return;
    causes.note("end", traversal);
    if (causes.isCurrent(traversal)) causes.run(traversal);
    traversal = 0;
  };
  listening.hearAll("window", ["popstate", "hashchange", "pagehide"], arrive);
  hookNavigation(hooks, causes);
}

/** Hooks the Navigation API, if the browser has it. */
function hookNavigation(hooks: Hooks, causes: Causes): void {
  const prototype = prototypeOf("Navigation");
  const navigation: unknown = Reflect.get(window, "navigation");
  if (prototype === undefined || typeof navigation !== "object" || navigation === null) return;
  let work = 0;
  for (const name of ["navigate", "reload", "traverseTo", "back", "forward"]) {
    hooks.around(prototype, name, "value", (native, self, args) => {
      const result = natives.apply(native, self, args);
      if (!causes.isActive || typeof result !== "object" || result === null) return result;
      const begun = causes.beginCaused({ kind: "navigation" });
      work = begun;
      const end = (): void => causes.note("end", begun);
      for (let index = 0; index < RESULTS.length; index++) {
        const part = RESULTS[index] ?? "";
        const promise = ownValue(result, part);
        if (!isInstance(natives.Promise, promise)) continue;
        const followed = causes.followed(
          promise,
          begun,
          part === "finished" ? end : undefined,
          end,
        );
        natives.set(result, part, followed);
      }
      return result;
    });
  }
  hear(navigation, ["navigate", "navigatesuccess", "navigateerror", "currententrychange"], () => {
    if (work !== 0 && causes.isCurrent(work)) causes.run(work);
  });
  hookTransition(hooks, causes);
}

const RESULTS = ["committed", "finished"];

/** The page may also ask about a navigation by its transition. */
function hookTransition(hooks: Hooks, causes: Causes): void {
  const prototype = prototypeOf("NavigationTransition");
  if (prototype === undefined) return;
  const heard = new PrivateMap<true>();
  hooks.around(prototype, "finished", "get", (native, self, args) => {
    const promise = natives.apply(native, self, args);
    if (typeof promise !== "object" || promise === null || heard.get(promise) === true)
      return promise;
    heard.set(promise, true);
    const cause = causes.now();
    const enter = (): void => causes.run(cause);
    // The browser itself counts this promise as handled.
    natives.apply(natives.promiseThen, promise, [enter, enter]);
    return promise;
  });
}
