// Follows the cause through timers, animation frames, idle callbacks and the scheduler's tasks.
import type { BegunKind } from "@webserv/shared/protocol/page-bridge.ts";

import type { HookedCall, Hooks } from "../hooks.ts";
import { isNative, natives } from "../natives.ts";
import type { Causes } from "./causes.ts";
import { FrameLoops } from "./frame-loops.ts";
import { ownValue } from "./page-values.ts";

export function hookTimers(hooks: Hooks, causes: Causes): void {
  const timers = new Handles(causes);
  const frames = new Handles(causes);
  const idles = new Handles(causes);
  hooks.around(window, "setTimeout", "value", (call) => {
    const callback = call.args[0];
    const delayMs = delayOf(call.args[1]);
    if (typeof callback === "string") return written(causes, call, timers, delayMs);
    if (!isNative(callback)) return call.run();
    return once(causes, call, timers, { kind: "timer", delayMs });
  });
  hooks.around(window, "setInterval", "value", (call) => {
    const callback = call.args[0];
    if (!isNative(callback)) return call.run();
    const next = { kind: "interval" as const, delayMs: delayOf(call.args[1]), site: callback };
    let work = causes.beginCaused(next);
    let handle: unknown;
    const onTick = function (this: unknown, ...args: unknown[]): unknown {
      const tick = work;
      causes.run(tick);
      // Each tick follows from the one before it.
      work = causes.beginCaused(next, causes.now());
      if (work !== 0) timers.set(handle, work);
      return natives.apply(callback, this, args);
    };
    handle = call.run(replaced(call.args, onTick));
    if (work !== 0) timers.set(handle, work);
    return handle;
  });
  hookFrames(hooks, causes, frames);
  hooks.around(window, "requestIdleCallback", "value", (call) =>
    once(causes, call, idles, { kind: "idle-callback" }),
  );
  for (const name of ["clearTimeout", "clearInterval"]) {
    hooks.around(window, name, "value", (call) => timers.cancelled(call));
  }
  hooks.around(window, "cancelAnimationFrame", "value", (call) => frames.cancelled(call));
  hooks.around(window, "cancelIdleCallback", "value", (call) => idles.cancelled(call));
  hookScheduler(hooks, causes);
}

function hookFrames(hooks: Hooks, causes: Causes, frames: Handles): void {
  const loops = new FrameLoops(causes);
  hooks.around(window, "requestAnimationFrame", "value", (call) => {
    const callback = call.args[0];
    if (!isNative(callback)) return call.run();
    const isCaused = causes.isActive && !loops.goesOn(callback);
    const work = isCaused ? causes.beginCaused({ kind: "animation-frame", site: callback }) : 0;
    let handle: unknown;
    const onFrame = function (this: unknown, ...args: unknown[]): unknown {
      if (work === 0) loops.run(callback, args[0]);
      else {
        frames.drop(handle);
        causes.run(work);
      }
      return natives.apply(callback, this, args);
    };
    handle = call.run(replaced(call.args, onFrame));
    if (work !== 0) frames.set(handle, work);
    return handle;
  });
}

function hookScheduler(hooks: Hooks, causes: Causes): void {
  const scheduler: unknown = Reflect.get(window, "scheduler");
  if (typeof scheduler !== "object" || scheduler === null) return;
  const prototype: unknown = Reflect.getPrototypeOf(scheduler);
  if (typeof prototype !== "object" || prototype === null) return;
  hooks.around(prototype, "postTask", "value", (call) => {
    const callback = call.args[0];
    if (!isNative(callback)) return call.run();
    const delayMs = delayOf(ownValue(call.args[1], "delay"));
    const work = causes.beginCaused({ kind: "task", delayMs, site: callback });
    const end = (): void => causes.note("end", work);
    return causes.followed(
      call.run(replaced(call.args, causes.wrap(work, callback))),
      work,
      end,
      end,
    );
  });
  hooks.around(prototype, "yield", "value", (call) => {
    const work = causes.beginCaused({ kind: "task" });
    const end = (): void => causes.note("end", work);
    return causes.followed(call.run(), work, end, end);
  });
}

function once(
  causes: Causes,
  call: HookedCall,
  handles: Handles,
  { kind, delayMs = 0 }: { readonly kind: BegunKind; readonly delayMs?: number },
): unknown {
  const callback = call.args[0];
  if (!isNative(callback)) return call.run();
  const work = causes.isActive ? causes.beginCaused({ kind, delayMs, site: callback }) : 0;
  let handle: unknown;
  const onTime = function (this: unknown, ...args: unknown[]): unknown {
    if (work !== 0) handles.drop(handle);
    causes.run(work);
    return natives.apply(callback, this, args);
  };
  handle = call.run(replaced(call.args, onTime));
  if (work !== 0) handles.set(handle, work);
  return handle;
}

/** Code as a text can't be put into a function: a timer of our own, set before it, is due right before it. */
function written(causes: Causes, call: HookedCall, handles: Handles, delayMs: number): unknown {
  const work = causes.beginCaused({ kind: "timer", delayMs, site: call.args[0] });
  if (!causes.isActive) return call.run();
  let handle: unknown;
  const before = (): void => {
    if (work !== 0) handles.drop(handle);
    causes.run(work);
  };
  natives.apply(natives.setTimeout, window, [before, delayMs]);
  handle = call.run();
  if (work !== 0) handles.set(handle, work);
  return handle;
}

/** The works of what can be called off, by the numbers that the browser gave it. */
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

  cancelled(call: HookedCall): unknown {
    const handle = call.args.length > 0 ? call.args[0] : undefined;
    const work: unknown =
      typeof handle === "number" ? natives.apply(natives.mapGet, this.#works, [handle]) : undefined;
    if (typeof work === "number") {
      this.drop(handle);
      this.#causes.note("end", work);
    }
    return call.run();
  }
}

/** The page's arguments with ours in the first one's place: its own array, written to where it has an entry. */
export function replaced(args: readonly unknown[], first: unknown): readonly unknown[] {
  natives.set(args, 0, first);
  return args;
}

/** What a page passes as a delay may be anything: nothing of it is called. */
function delayOf(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) : 0;
}
