// Lists patterns that are held out if their names say so (unseen.ts). Who tunes the wait does not read this file.
import type { Pattern } from "../pattern.ts";
import { after, fetchedText, make, once } from "./steps.ts";

let frame: HTMLIFrameElement | undefined;

export const unseen: readonly Pattern[] = [
  {
    name: "broadcast-channel",
    delays: { wait: [30, 400] },
    waits: ["message"],
    act: (scene) => {
      const mine = new BroadcastChannel(scene.config.id);
      const theirs = new BroadcastChannel(scene.config.id);
      theirs.addEventListener("message", ({ data }) => {
        if (data === "ask") setTimeout(() => theirs.postMessage("Heard"), scene.delay("wait"));
      });
      mine.addEventListener("message", ({ data }) => {
        if (data === "Heard") scene.finish(String(data));
      });
      mine.postMessage("ask");
    },
  },
  {
    name: "redirect",
    delays: { answer: [40, 400], document: [40, 400] },
    waits: ["document"],
    act: (scene) => {
      const to = scene.nextDocument(scene.delay("document"));
      location.assign(scene.url("redirect", scene.delay("answer"), { to }));
    },
  },
  {
    name: "fetch-waterfall",
    delays: { first: [30, 350], second: [30, 350], third: [30, 350] },
    waits: ["fetch"],
    act: async (scene) => {
      for (const hop of ["first", "second"]) await fetchedText(scene, scene.delay(hop));
      scene.finish(await fetchedText(scene, scene.delay("third")));
    },
  },
  {
    name: "fetch-then-timer",
    delays: { answer: [30, 500], wait: [50, 400] },
    waits: ["fetch", "timer"],
    act: async (scene) => {
      const text = await fetchedText(scene, scene.delay("answer"));
      setTimeout(() => scene.finish(text), scene.delay("wait"));
    },
  },
  {
    name: "fetch-again-after-error",
    delays: { first: [30, 300], pause: [150, 450], second: [30, 300] },
    waits: ["fetch", "timer"],
    act: async (scene) => {
      const refused = await fetch(scene.url("busy", scene.delay("first")));
      if (!refused.ok) await after(scene.delay("pause"));
      scene.finish(await fetchedText(scene, scene.delay("second")));
    },
  },
  {
    name: "job-polling-spinner",
    delays: { gap: [150, 350], answer: [15, 60] },
    waits: ["fetch", "timer"],
    act: async (scene) => {
      scene.show("In the queue", { busy: true });
      for (let turn = 0; turn < 4; turn++) {
        await fetchedText(scene, scene.delay("answer"));
        await after(scene.delay("gap"));
      }
      const text = await fetchedText(scene, scene.delay("answer"), "Exported");
      scene.finish(text, { busy: false });
    },
  },
  {
    name: "media-query",
    delays: { answer: [30, 300] },
    waits: ["fetch"],
    prepare: async (scene) => {
      frame = make("iframe", { srcdoc: "<p>Preview</p>", width: "200" });
      scene.stage.append(frame);
      await once(frame, "load");
      const wide = frame.contentWindow?.matchMedia("(min-width: 400px)");
      wide?.addEventListener("change", async () => {
        scene.finish(await fetchedText(scene, scene.delay("answer"), "Wide layout"));
      });
      // The browser reports a query's change only while the query is referenced.
      Object.assign(scene.stage, { wide });
    },
    act: () => void frame?.setAttribute("width", "600"),
  },
  {
    name: "image-decode",
    delays: { answer: [40, 600] },
    waits: ["image"],
    act: async (scene) => {
      const image = make("img", { src: scene.url("image", scene.delay("answer")), alt: "Photo" });
      await image.decode();
      scene.stage.append(image);
      scene.finish("Decoded");
    },
  },
  {
    name: "lazy-chunk-fetch",
    delays: { chunk: [40, 400], answer: [40, 400] },
    waits: ["script", "fetch"],
    act: async (scene) => {
      scene.show("Opening");
      await import(/* @vite-ignore */ scene.url("module", scene.delay("chunk")));
      scene.finish(await fetchedText(scene, scene.delay("answer")));
    },
  },
  {
    name: "sync-change",
    delays: {},
    waits: [],
    act: (scene) => scene.finish("Changed"),
  },
];
