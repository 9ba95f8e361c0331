// Lists patterns that do the same again and again, and yet have an end.
import { TYPED } from "../configuration.ts";
import type { Pattern } from "../pattern.ts";
import { after, fetchedText, make, nextFrame } from "./steps.ts";

export const repeated: readonly Pattern[] = [
  {
    name: "interval-until-due",
    delays: { gap: [30, 100], wait: [400, 900] },
    waits: ["timer"],
    act: (scene) => {
      const due = performance.now() + scene.delay("wait");
      const timer = setInterval(() => {
        if (performance.now() < due) return;
        clearInterval(timer);
        scene.finish("Due");
      }, scene.delay("gap"));
    },
  },
  {
    name: "awaited-timers-in-a-loop",
    delays: { gap: [40, 60], count: [10, 28] },
    waits: ["timer"],
    act: async (scene) => {
      const count = scene.delay("count");
      for (let turn = 0; turn < count; turn++) await after(scene.delay("gap"));
      scene.finish("After many pauses");
    },
  },
  {
    name: "async-iterator",
    delays: { gap: [20, 80] },
    waits: ["timer"],
    act: async (scene) => {
      const gap = scene.delay("gap");
      const parts = async function* (): AsyncGenerator<number> {
        for (let part = 0; part < 8; part++) {
          await after(gap);
          yield part;
        }
      };
      let sum = 0;
      for await (const part of parts()) sum += part;
      scene.finish(`Sum ${sum}`);
    },
  },
  {
    name: "frames-until-due",
    delays: { wait: [300, 700] },
    waits: ["frame"],
    act: async (scene) => {
      const due = performance.now() + scene.delay("wait");
      while (performance.now() < due) await nextFrame();
      scene.finish("Waited by frames");
    },
  },
  {
    name: "moved-by-frames",
    delays: { duration: [300, 850] },
    waits: ["frame"],
    act: (scene) => {
      const card = make("div", { className: "drawn", textContent: "Card" });
      scene.stage.append(card);
      const began = performance.now();
      const duration = scene.delay("duration");
      const move = (): void => {
        const part = Math.min(1, (performance.now() - began) / duration);
        card.style.transform = `translateX(${Math.round(part * 200)}px)`;
        if (part < 1) requestAnimationFrame(move);
        else scene.finish("Moved over");
      };
      requestAnimationFrame(move);
    },
  },
  {
    name: "retried-until-answered",
    delays: { answer: [30, 100], pause: [60, 150] },
    waits: ["fetch"],
    act: async (scene) => {
      for (let turn = 1; turn <= 4; turn++) {
        const kind = turn < 4 ? "busy" : "json";
        const response = await fetch(scene.url(kind, scene.delay("answer")), { method: "POST" });
        if (response.ok) break;
        await after(turn * scene.delay("pause"));
      }
      scene.finish("At last");
    },
  },
  {
    name: "same-address-in-a-row",
    delays: { answer: [40, 200] },
    waits: ["fetch"],
    act: async (scene) => {
      const parts: string[] = [];
      for (const part of ["user", "cart", "prices", "stock", "offers"]) {
        parts.push(await fetchedText(scene, scene.delay("answer"), part));
      }
      scene.finish(parts.join());
    },
  },
  {
    name: "polled-with-a-spinner",
    delays: { gap: [150, 400] },
    waits: ["fetch"],
    act: async (scene) => {
      scene.show("Preparing", { busy: true });
      for (let turn = 0; turn < 4; turn++) {
        await fetchedText(scene, 20, "not yet");
        await after(scene.delay("gap"));
      }
      scene.finish("Prepared", { busy: false });
    },
  },
  {
    name: "debounce-by-its-clock",
    action: "type",
    delays: { quiet: [150, 450] },
    waits: ["timer"],
    act: (() => {
      let lastMs = 0;
      let last = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      return (scene, value) => {
        const quiet = scene.delay("quiet");
        const onTime = (): void => {
          const leftMs = lastMs + quiet - performance.now();
          if (leftMs > 0) return void (timer = setTimeout(onTime, leftMs));
          timer = undefined;
          if (last === TYPED) scene.finish(`Found ${last}`);
        };
        lastMs = performance.now();
        last = value;
        timer ??= setTimeout(onTime, quiet);
      };
    })(),
  },
  {
    name: "throttle",
    action: "type",
    delays: { gap: [130, 400] },
    waits: ["timer"],
    act: (() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let last = "";
      return (scene, value) => {
        last = value;
        timer ??= setTimeout(() => {
          timer = undefined;
          if (last === TYPED) scene.finish(`Found ${last}`);
          else scene.show(last);
        }, scene.delay("gap"));
      };
    })(),
  },
];
