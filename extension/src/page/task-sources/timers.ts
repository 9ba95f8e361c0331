// Follows the cause through timers, animation frames, idle callbacks and the scheduler's tasks.
import { BeforeCall, precededBy } from "../cause/before-call.ts";
import type { Causes } from "../cause/causes.ts";
import { ownValue } from "../cause/page-values.ts";
import type { Behaviour, Hooks } from "../platform/hooks.ts";
import { isNative, natives } from "../platform/natives.ts";
import { FrameLoops } from "./frame-loops.ts";
import { StandingIntervals } from "./standing-intervals.ts";

export function hookTimers(hooks: Hooks, causes: Causes): void {
  const timers = new Handles(causes);
  const frames = new Handles(causes);
  const idles = new Handles(causes);
  const due = once(causes, timers, "timer");
  const dueText = written(causes, timers);
  const standing = new StandingIntervals(causes);
  hooks.around(window, "setTimeout", "value", (native, self, args) =>
    typeof args[0] === "string" ? dueText(native, self, args) : due(native, self, args),
  );
  hooks.around(window, "setInterval", "value", (native, self, args) => {
    const callback = args[0];
    if (!isNative(callback)) return natives.apply(native, self, args);
    const next = { kind: "interval" as const, delayMs: delayOf(args[1]), callSite: callback };
    let work = causes.beginCaused(next);
    let handle: unknown;
    const onTick = new BeforeCall(() => {
      const tick = work;
      standing.ticks(handle);
      causes.run(tick);
      // Each tick follows from the one before it.
      work = causes.beginCaused(next, causes.now());
      if (work !== 0) timers.set(handle, work);
    });
    handle = natives.apply(native, self, replaced(args, precededBy(callback, onTick)));
    if (work !== 0) timers.set(handle, work);
    standing.set(handle, next, () => causes.isCurrent(work));
    return handle;
  });
  hookFrames(hooks, causes, frames);
  hooks.around(window, "requestIdleCallback", "value", once(causes, idles, "idle-callback"));
  for (const name of ["clearTimeout", "clearInterval"]) {
    hooks.around(window, name, "value", (native, self, args) => {
      if (args.length > 0) standing.drop(args[0]);
      return timers.cancelled(native, self, args);
    });
  }
  hooks.around(window, "cancelAnimationFrame", "value", frames.cancelled);
  hooks.around(window, "cancelIdleCallback", "value", idles.cancelled);
  hookScheduler(hooks, causes);
}

function hookFrames(hooks: Hooks, causes: Causes, frames: Handles): void {
  const loops = new FrameLoops(causes);
  hooks.around(window, "requestAnimationFrame", "value", (native, self, args) => {
    const callback = args[0];
    if (!isNative(callback)) return natives.apply(native, self, args);
    const isCaused = causes.isActive && !loops.goesOn(callback);
    const work = isCaused ? causes.beginCaused({ kind: "animation-frame", callSite: callback }) : 0;
    let handle: unknown;
    const onFrame = new BeforeCall(() => {
      if (work === 0) loops.run(callback);
      else {
        frames.drop(handle);
        causes.run(work);
      }
    });
    handle = natives.apply(native, self, replaced(args, precededBy(callback, onFrame)));
    if (work !== 0) frames.set(handle, work);
    return handle;
  });
}

function hookScheduler(hooks: Hooks, causes: Causes): void {
  const scheduler: unknown = Reflect.get(window, "scheduler");
  if (typeof scheduler !== "object" || scheduler === null) return;
  const prototype: unknown = Reflect.getPrototypeOf(scheduler);
  if (typeof prototype !== "object" || prototype === null) return;
  hooks.around(prototype, "postTask", "value", (native, self, args) => {
    const callback = args[0];
    if (!isNative(callback)) return natives.apply(native, self, args);
    const delayMs = delayOf(ownValue(args[1], "delay"));
    const work = causes.beginCaused({ kind: "task", delayMs, callSite: callback });
    const end = (): void => causes.note("end", work);
    return causes.followed(
      natives.apply(native, self, replaced(args, causes.wrap(work, callback))),
      work,
      end,
      end,
    );
  });
  hooks.around(prototype, "yield", "value", (native, self, args) => {
    const work = causes.beginCaused({ kind: "task" });
    const end = (): void => causes.note("end", work);
    return causes.followed(natives.apply(native, self, args), work, end, end);
  });
}

/** Follows functions that call back once: after a time, or when the browser has nothing else to do. */
function once(causes: Causes, handles: Handles, kind: "timer" | "idle-callback"): Behaviour {
  const background = new BeforeCall(() => causes.run(0));
  return (native, self, args) => {
    const callback = args[0];
    if (!isNative(callback)) return natives.apply(native, self, args);
    const delayMs = kind === "timer" ? delayOf(args[1]) : 0;
    const work = causes.isActive ? causes.beginCaused({ kind, delayMs, callSite: callback }) : 0;
    if (work === 0) {
      return natives.apply(native, self, replaced(args, precededBy(callback, background)));
    }
    let handle: unknown;
    const onTime = new BeforeCall(() => {
      handles.drop(handle);
      causes.run(work);
    });
    handle = natives.apply(native, self, replaced(args, precededBy(callback, onTime)));
    handles.set(handle, work);
    return handle;
  };
}

/**
 * Follows code that is given as a text, which can't be put into a function: a timer of our own, set before it, is due
 * right before it.
 */
function written(causes: Causes, handles: Handles): Behaviour {
  return (native, self, args) => {
    const delayMs = delayOf(args[1]);
    const work = causes.beginCaused({ kind: "timer", delayMs, callSite: args[0] });
    if (!causes.isActive) return natives.apply(native, self, args);
    let handle: unknown;
    const before = (): void => {
      if (work !== 0) handles.drop(handle);
      causes.run(work);
    };
    natives.apply(natives.setTimeout, window, [before, delayMs]);
    handle = natives.apply(native, self, args);
    if (work !== 0) handles.set(handle, work);
    return handle;
  };
}

/** Holds the works of callbacks that can be called off, by the numbers that the browser gave them. */
class Handles {
  readonly #causes: Causes;
  readonly #works = new Map<unknown, number>();

  constructor(causes: Causes) {
    this.#causes = causes;
  }

  set(handle: unknown, work: number): void {
    natives.apply(natives.mapSet, this.#works, [handle, work]);
  }

  drop(handle: unknown): void {
    natives.apply(natives.mapDelete, this.#works, [handle]);
  }

  readonly cancelled: Behaviour = (native, self, args) => {
    const handle = args.length > 0 ? args[0] : undefined;
    const work: unknown =
      typeof handle === "number" ? natives.apply(natives.mapGet, this.#works, [handle]) : undefined;
    if (typeof work === "number") {
      this.drop(handle);
      this.#causes.note("end", work);
    }
    return natives.apply(native, self, args);
  };
}

/**
 * Replaces the first of the page's arguments by ours. It writes to the page's own array, which has an entry there.
 */
export function replaced(args: readonly unknown[], first: unknown): readonly unknown[] {
  natives.set(args, 0, first);
  return args;
}

/** Reads a delay. A page may pass anything as one, and no code of it is called. */
function delayOf(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) : 0;
}
