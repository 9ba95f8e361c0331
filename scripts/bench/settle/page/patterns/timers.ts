// Lists patterns that work by timers, frames, idle time and microtasks.
import { TYPED } from "../configuration.ts";
import type { Pattern } from "../pattern.ts";
import { after, nextFrame } from "./steps.ts";

interface Scheduler {
  postTask(task: () => void, options: { delay: number }): Promise<void>;
  yield(): Promise<void>;
}
const { scheduler } = globalThis as unknown as { scheduler: Scheduler };

export const timers: readonly Pattern[] = [
  {
    name: "timer",
    delays: { wait: [30, 900] },
    waits: ["timer"],
    act: (scene) => void setTimeout(() => scene.finish("Later"), scene.delay("wait")),
  },
  {
    name: "timer-chain",
    delays: { first: [30, 250], second: [30, 250], third: [30, 250] },
    waits: ["timer"],
    act: async (scene) => {
      for (const step of ["first", "second", "third"]) {
        await after(scene.delay(step));
        if (step !== "third") scene.show(`Step ${step}`);
      }
      scene.finish("Three steps");
    },
  },
  {
    name: "timer-chain-unseen-between",
    delays: { first: [30, 200], second: [30, 200], third: [30, 200], fourth: [30, 200] },
    waits: ["timer"],
    act: async (scene) => {
      for (const step of ["first", "second", "third", "fourth"]) await after(scene.delay(step));
      scene.finish("Four silent steps");
    },
  },
  {
    name: "debounce",
    action: "type",
    delays: { quiet: [150, 450] },
    waits: ["timer"],
    act: debounced((scene, value) => scene.finish(`Found ${value}`)),
  },
  {
    name: "interval-steps",
    delays: { gap: [50, 160] },
    waits: ["timer"],
    act: (scene) => {
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        if (count < 5) return scene.show(`${count} of 5`);
        clearInterval(timer);
        scene.finish("5 of 5");
      }, scene.delay("gap"));
    },
  },
  {
    name: "frame",
    delays: {},
    waits: [],
    act: (scene) => void requestAnimationFrame(() => scene.finish("Next frame")),
  },
  {
    name: "frames",
    delays: { count: [12, 45] },
    waits: ["frame"],
    act: async (scene) => {
      const count = Math.round(scene.delay("count"));
      for (let frame = 1; frame < count; frame++) {
        await nextFrame();
        scene.show(`${Math.round((100 * frame) / count)} %`);
      }
      await nextFrame();
      scene.finish("100 %");
    },
  },
  {
    name: "idle-callback",
    delays: {},
    waits: [],
    act: (scene) => void requestIdleCallback(() => scene.finish("When idle"), { timeout: 500 }),
  },
  {
    name: "microtasks",
    delays: {},
    waits: [],
    act: async (scene) => {
      for (let turn = 0; turn < 60; turn++) await Promise.resolve(turn);
      scene.finish("After promises");
    },
  },
  {
    name: "zero-timers",
    delays: {},
    waits: ["timer"],
    act: async (scene) => {
      for (let turn = 0; turn < 15; turn++) await after(0);
      scene.finish("After many zeroes");
    },
  },
  {
    name: "post-task",
    delays: { wait: [30, 500] },
    waits: ["timer"],
    act: (scene) =>
      void scheduler.postTask(() => scene.finish("Posted"), { delay: scene.delay("wait") }),
  },
  {
    name: "scheduler-yield",
    delays: { count: [8, 30] },
    waits: [],
    act: async (scene) => {
      const count = scene.delay("count");
      for (let turn = 0; turn < count; turn++) {
        busyFor(4);
        await scheduler.yield();
      }
      scene.finish("Worked in pieces");
    },
  },
  {
    name: "long-task",
    delays: { work: [60, 250] },
    waits: [],
    act: (scene) => {
      scene.show("Working");
      setTimeout(() => {
        busyFor(scene.delay("work"));
        scene.finish("Worked hard");
      }, 0);
    },
  },
  {
    name: "spinner-long-timer",
    delays: { wait: [1500, 2300] },
    waits: ["timer"],
    act: (scene) => {
      scene.show("Please wait", { busy: true });
      setTimeout(() => scene.finish("Ready", { busy: false }), scene.delay("wait"));
    },
  },
  {
    name: "skeleton-timer",
    delays: { wait: [1100, 1700] },
    waits: ["timer"],
    act: (scene) => {
      scene.change({ skeleton: true });
      setTimeout(() => scene.finish("Content", { skeleton: false }), scene.delay("wait"));
    },
  },
  {
    name: "disabled-trigger-timer",
    delays: { wait: [1100, 1700] },
    waits: ["timer"],
    act: (scene) => {
      scene.change({ disabled: true });
      setTimeout(() => scene.finish("Enabled again", { disabled: false }), scene.delay("wait"));
    },
  },
];

/** Makes a handler that calls `then` if the value is whole and nothing has been typed for the delay `quiet`. */
export function debounced(then: Pattern["act"]): Pattern["act"] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (scene, value) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (value === TYPED) then(scene, value);
    }, scene.delay("quiet"));
  };
}

function busyFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
