// Lists patterns that start work which nobody waits for, beside what they show at once or soon.
import type { Pattern } from "../pattern.ts";
import type { Scene } from "../scene.ts";
import { after, fetchedText, make } from "./steps.ts";

export const background: readonly Pattern[] = [
  {
    name: "nothing",
    delays: {},
    waits: [],
    act: (scene) => scene.finished("nothing to see"),
  },
  {
    name: "beacon",
    delays: { answer: [200, 900] },
    waits: [],
    act: (scene) => {
      scene.finish("Counted");
      navigator.sendBeacon(scene.url("nothing", scene.delay("answer")), "clicked");
    },
  },
  {
    name: "keepalive-fetch",
    delays: { answer: [200, 900] },
    waits: [],
    act: async (scene) => {
      scene.finish("Counted");
      const url = scene.url("nothing", scene.delay("answer"));
      await fetch(url, { method: "POST", keepalive: true, body: "clicked" });
    },
  },
  {
    name: "pixel",
    delays: { answer: [200, 900] },
    waits: [],
    act: (scene) => {
      scene.finish("Counted");
      new Image().src = scene.url("image", scene.delay("answer"));
    },
  },
  {
    name: "deferred-analytics",
    delays: { wait: [200, 800], answer: [100, 500] },
    waits: [],
    act: async (scene) => {
      scene.finish("Opened");
      await after(scene.delay("wait"));
      await fetch(scene.url("nothing", scene.delay("answer")), { method: "POST", body: "[]" });
    },
  },
  {
    name: "silent-autosave",
    action: "type",
    delays: { quiet: [300, 800], answer: [80, 400] },
    waits: [],
    act: (() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      return (scene: Scene, value: string): void => {
        clearTimeout(timer);
        if (value.length === 3) scene.finish(`Draft ${value}`);
        timer = setTimeout(async () => {
          await fetch(scene.url("json", scene.delay("answer")), { method: "PUT", body: value });
        }, scene.delay("quiet"));
      };
    })(),
  },
  {
    name: "poll-started",
    delays: { gap: [250, 600] },
    waits: [],
    act: (scene) => {
      scene.finish("Watching");
      setInterval(() => void fetchedText(scene, 20), scene.delay("gap"));
    },
  },
  {
    name: "fetch-then-poll",
    delays: { answer: [40, 500], gap: [250, 600] },
    waits: ["fetch"],
    act: async (scene) => {
      scene.finish(await fetchedText(scene, scene.delay("answer"), "Inbox"));
      setInterval(() => void fetchedText(scene, 20), scene.delay("gap"));
    },
  },
  {
    name: "long-poll-started",
    delays: { answer: [40, 400] },
    waits: ["fetch"],
    act: async (scene) => {
      scene.finish(await fetchedText(scene, scene.delay("answer"), "Room"));
      await fetch(scene.url("hang", 0));
    },
  },
  {
    name: "clock-started",
    delays: {},
    waits: [],
    act: (scene) => {
      scene.finish("Started");
      const clock = make("time", { textContent: "0" });
      scene.stage.append(clock);
      setInterval(() => void (clock.textContent = String(1 + Number(clock.textContent))), 1000);
    },
  },
  {
    name: "endless-frames-started",
    delays: {},
    waits: [],
    act: (scene) => {
      scene.finish("Spinning");
      const wheel = make("div", { className: "drawn" });
      scene.stage.append(wheel);
      const turn = (now: number): void => {
        wheel.style.transform = `rotate(${Math.round(now / 10)}deg)`;
        requestAnimationFrame(turn);
      };
      requestAnimationFrame(turn);
    },
  },
  {
    name: "endless-animation-started",
    delays: { answer: [40, 400] },
    waits: ["fetch"],
    act: async (scene) => {
      scene.stage.append(make("div", { className: "endless" }));
      scene.finish(await fetchedText(scene, scene.delay("answer")));
    },
  },
  {
    name: "prefetch-link",
    delays: { answer: [300, 900] },
    waits: [],
    act: (scene) => {
      scene.finish("Hovered");
      const href = scene.url("text", scene.delay("answer"));
      document.head.append(make("link", { rel: "prefetch", href }));
    },
  },
  {
    name: "low-priority-fetch",
    delays: { answer: [300, 900] },
    waits: [],
    act: async (scene) => {
      scene.finish("Opened");
      const options: RequestInit = { priority: "low" };
      const response = await fetch(scene.url("json", scene.delay("answer")), options);
      await response.json();
    },
  },
  {
    name: "carousel-started",
    delays: { gap: [600, 1200] },
    waits: [],
    act: (scene) => {
      const slide = make("div", { textContent: "Slide 1" });
      scene.stage.append(slide);
      scene.finish("Gallery");
      let turn = 1;
      setInterval(() => {
        slide.textContent = `Slide ${(turn++ % 3) + 1}`;
        slide.animate([{ opacity: 0 }, { opacity: 1 }], 300);
      }, scene.delay("gap"));
    },
  },
  {
    name: "media-clock-started",
    delays: {},
    waits: [],
    act: async (scene) => {
      const audio = make("audio", { src: silence(8), muted: true });
      const clock = make("time", { textContent: "0" });
      scene.stage.append(audio, clock);
      audio.addEventListener("timeupdate", () => {
        clock.textContent = audio.currentTime.toFixed(1);
      });
      scene.finish("Playing");
      await audio.play();
    },
  },
  {
    name: "toast",
    delays: { answer: [40, 500] },
    waits: ["fetch"],
    act: async (scene) => {
      const text = await fetchedText(scene, scene.delay("answer"), "Saved");
      scene.finish(text, { items: ["Saved"] });
      setTimeout(() => scene.change({ items: [] }), 4000);
    },
  },
  {
    name: "socket-chatter-started",
    delays: { gap: [80, 300] },
    waits: [],
    act: (scene) => {
      scene.finish("Live");
      const shown = make("output");
      scene.stage.append(shown);
      const socket = new WebSocket(`ws://${location.host}/server/ticker?ms=${scene.delay("gap")}`);
      socket.addEventListener("message", ({ data }) => void (shown.textContent = String(data)));
    },
  },
];

/** Returns the address of a silent sound. */
function silence(seconds: number): string {
  const rate = 8000;
  const size = rate * seconds;
  const file = new DataView(new ArrayBuffer(44 + size));
  const text = (at: number, letters: string): void => {
    for (let index = 0; index < letters.length; index++) {
      file.setUint8(at + index, letters.charCodeAt(index));
    }
  };
  text(0, "RIFF");
  file.setUint32(4, 36 + size, true);
  text(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, rate, true);
  file.setUint16(32, 1, true);
  file.setUint16(34, 8, true);
  text(36, "data");
  file.setUint32(40, size, true);
  new Uint8Array(file.buffer, 44).fill(128);
  return URL.createObjectURL(new Blob([file], { type: "audio/wav" }));
}
