// Lists patterns whose work browsers report by observers, media queries and loads of elements.
import type { Pattern } from "../pattern.ts";
import { fetchedText, make } from "./steps.ts";

export const observers: readonly Pattern[] = [
  {
    name: "mutation-observer",
    delays: { answer: [30, 400] },
    waits: ["fetch"],
    prepare: (scene) => {
      const added = new MutationObserver(async () => {
        added.disconnect();
        scene.finish(await fetchedText(scene, scene.delay("answer")));
      });
      added.observe(scene.stage, { childList: true });
    },
    act: (scene) => void scene.stage.append(make("p", { textContent: "A widget" })),
  },
  {
    name: "intersection-observer",
    delays: { answer: [30, 500] },
    waits: ["fetch"],
    act: (scene) => {
      const seen = new IntersectionObserver(async ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        seen.disconnect();
        scene.finish(await fetchedText(scene, scene.delay("answer"), "More entries"));
      });
      const end = make("p", { textContent: "End of the list" });
      scene.stage.append(end);
      seen.observe(end);
    },
  },
  {
    name: "resize-observer",
    delays: {},
    waits: [],
    prepare: (scene) => {
      const box = make("div", { className: "box" });
      scene.stage.append(box);
      let first = true;
      new ResizeObserver(([entry]) => {
        if (!first) scene.finish(`Now ${Math.round(entry?.contentRect.width ?? 0)} px wide`);
        first = false;
      }).observe(box);
    },
    act: (scene) => {
      const box = scene.stage.querySelector("div");
      if (box !== null) box.style.width = "320px";
    },
  },
  {
    name: "image-load",
    delays: { answer: [40, 800] },
    waits: ["image"],
    act: (scene) => {
      const image = make("img", { alt: "Photo" });
      image.addEventListener("load", () => scene.finish("The photo is there"));
      image.src = scene.url("image", scene.delay("answer"));
      scene.stage.append(image);
    },
  },
  {
    name: "script-load",
    delays: { answer: [40, 600] },
    waits: ["script"],
    act: (scene) => {
      const src = scene.url("script", scene.delay("answer"));
      const script = make("script", { src });
      script.addEventListener("load", () => {
        scene.finish(`Loaded ${document.documentElement.dataset["loaded"]}`);
      });
      document.head.append(script);
    },
  },
  {
    name: "style-load",
    delays: { answer: [40, 600] },
    waits: ["style"],
    act: (scene) => {
      const href = scene.url("style", scene.delay("answer"));
      const link = make("link", { rel: "stylesheet", href });
      link.addEventListener("load", () => scene.finish("Dressed"));
      document.head.append(link);
    },
  },
  {
    name: "iframe-load",
    delays: { answer: [40, 700] },
    waits: ["subframe"],
    act: (scene) => {
      const added = make("iframe", { src: scene.url("helper", scene.delay("answer")) });
      added.addEventListener("load", () => scene.finish("The frame is there"));
      scene.stage.append(added);
    },
  },
  {
    name: "dynamic-import",
    delays: { answer: [40, 700] },
    waits: ["script"],
    act: async (scene) => {
      const chunk = (await import(
        /* @vite-ignore */ scene.url("module", scene.delay("answer"))
      )) as { text: string };
      scene.finish(chunk.text);
    },
  },
];
