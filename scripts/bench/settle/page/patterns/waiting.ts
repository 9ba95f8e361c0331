// Lists patterns that take longer than any limit without a sign, and say so by other signs than English words; and
// others that only look so.
import type { Pattern } from "../pattern.ts";
import { after, fetchedText, make } from "./steps.ts";

export const waiting: readonly Pattern[] = [
  {
    name: "job-asked-for-until-done",
    delays: { gap: [250, 450], work: [900, 2600] },
    waits: ["fetch"],
    act: async (scene) => {
      const readyMs = performance.now() + scene.delay("work");
      for (;;) {
        const isReady = performance.now() > readyMs;
        const status = JSON.stringify({ status: isReady ? "done" : "running" });
        await (
          await fetch(scene.url("answer", 15, { body: status, type: "application/json" }))
        ).json();
        if (isReady) break;
        await after(scene.delay("gap"));
      }
      scene.finish("The job is done");
    },
  },
  {
    name: "job-asked-for-by-an-interval",
    delays: { gap: [250, 450], work: [900, 2600] },
    waits: ["fetch"],
    act: (scene) => {
      const readyMs = performance.now() + scene.delay("work");
      const timer = setInterval(async () => {
        const isReady = performance.now() > readyMs;
        const response = await fetch(scene.url(isReady ? "json" : "accepted", 15));
        if (response.status === 202) return;
        clearInterval(timer);
        scene.finish("It was accepted, and is done");
      }, scene.delay("gap"));
    },
  },
  {
    name: "ellipsis-and-a-long-timer",
    delays: { wait: [1200, 2800] },
    waits: ["timer"],
    act: (scene) => {
      scene.show("Compiling the report…");
      setTimeout(() => scene.finish("The report"), scene.delay("wait"));
    },
  },
  {
    name: "ellipsis-in-another-language",
    delays: { wait: [1200, 2800] },
    waits: ["timer"],
    act: (scene) => {
      scene.show("Wird zusammengestellt …");
      setTimeout(() => scene.finish("Zusammengestellt"), scene.delay("wait"));
    },
  },
  {
    name: "nameless-spinner",
    delays: { wait: [1200, 2800] },
    waits: ["timer"],
    act: (scene) => {
      const wheel = make("i");
      wheel.style.cssText = "display: block; width: 24px; height: 24px; border: 3px dotted";
      scene.stage.append(wheel);
      wheel.animate([{ rotate: "0deg" }, { rotate: "360deg" }], {
        duration: 900,
        iterations: Infinity,
      });
      setTimeout(() => {
        wheel.remove();
        scene.finish("It has turned");
      }, scene.delay("wait"));
    },
  },
  {
    name: "emptied-region",
    delays: { wait: [1200, 2400] },
    waits: ["timer"],
    prepare: (scene) => scene.stage.append(make("p", { textContent: "What stood here before" })),
    act: (scene) => {
      scene.stage.replaceChildren();
      setTimeout(() => {
        scene.stage.append(make("p", { textContent: scene.lastText("Filled again") }));
        scene.finished("filled again");
      }, scene.delay("wait"));
    },
  },
  {
    name: "menu-of-ellipses",
    delays: { wait: [1500, 4000] },
    waits: [],
    act: (scene) => {
      const menu = make("menu");
      for (const text of ["Open…", "Save as…", "Print…"]) {
        const entry = make("li");
        entry.append(make("button", { textContent: text }));
        menu.append(entry);
      }
      scene.stage.append(menu);
      scene.finish("A menu");
      setTimeout(() => menu.classList.add("seen"), scene.delay("wait"));
    },
  },
  {
    name: "dialog-with-a-disabled-control",
    delays: { wait: [1500, 4000] },
    waits: [],
    act: (scene) => {
      const dialog = make("div");
      dialog.append(make("input"), make("button", { textContent: "Send", disabled: true }));
      scene.stage.append(dialog);
      scene.finish("A dialog");
      setTimeout(() => dialog.classList.add("seen"), scene.delay("wait"));
    },
  },
  {
    name: "busy-with-itself",
    delays: { gap: [30, 300] },
    waits: [],
    prepare: (scene) => {
      const gap = scene.delay("gap");
      const shown = make("output", { className: "busy" });
      scene.stage.append(shown);
      const code = `setInterval(() => postMessage("tick " + Date.now()), ${gap})`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = ({ data }) => void (shown.textContent = String(data));
      setInterval(() => worker.postMessage("go on"), gap);
    },
    act: (scene) => scene.finish("At once"),
  },
  {
    name: "application-that-builds-itself",
    delays: { document: [40, 300], part: [80, 300], pause: [40, 250] },
    waits: ["document"],
    act: (scene) => location.assign(scene.nextDocument(scene.delay("document"))),
    arrive: async (scene) => {
      const main = make("main");
      scene.stage.append(main);
      for (let part = 0; part < 4; part++) {
        await fetchedText(scene, scene.delay("part"));
        await after(scene.delay("pause"));
      }
      main.append(make("p", { textContent: scene.lastText("Built") }));
      scene.finished("built");
    },
  },
];
