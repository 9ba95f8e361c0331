// Lists patterns whose effects move into place.
import type { Pattern } from "../pattern.ts";
import { fetchedText, make, once } from "./steps.ts";

export const animations: readonly Pattern[] = [
  {
    name: "transition-end",
    delays: { duration: [120, 600] },
    waits: ["transition"],
    act: async (scene) => {
      const panel = panelIn(scene.stage, scene.delay("duration"));
      panel.style.opacity = "1";
      await once(panel, "transitionend");
      scene.finish("Faded in");
    },
  },
  {
    name: "transition-unheard",
    delays: { duration: [120, 600] },
    waits: ["transition"],
    act: (scene) => {
      const duration = scene.delay("duration");
      const panel = panelIn(scene.stage, duration);
      panel.textContent = scene.lastText("Unfolded");
      panel.style.height = "120px";
      scene.finished("unfolded", duration);
    },
  },
  {
    name: "css-animation-end",
    delays: { duration: [120, 700] },
    waits: ["animation"],
    act: async (scene) => {
      const panel = make("div", { className: "slides-in", textContent: "Sliding" });
      panel.style.animationDuration = `${scene.delay("duration")}ms`;
      scene.stage.append(panel);
      await once(panel, "animationend");
      scene.finish("Slid in");
    },
  },
  {
    name: "waapi-finished",
    delays: { duration: [120, 700] },
    waits: ["animation"],
    act: async (scene) => {
      const panel = make("div", { textContent: "Growing" });
      scene.stage.append(panel);
      const frames = [{ transform: "scale(0.2)" }, { transform: "none" }];
      await panel.animate(frames, scene.delay("duration")).finished;
      scene.finish("Grown");
    },
  },
  {
    name: "fetch-then-fade",
    delays: { answer: [40, 400], duration: [120, 400] },
    waits: ["fetch", "transition"],
    act: async (scene) => {
      const text = await fetchedText(scene, scene.delay("answer"));
      const duration = scene.delay("duration");
      const panel = panelIn(scene.stage, duration);
      panel.textContent = scene.lastText(text);
      panel.style.opacity = "1";
      scene.finished("faded in", duration);
    },
  },
  {
    name: "colour-told-at-document",
    delays: { duration: [120, 500] },
    waits: ["transition"],
    prepare: (scene) =>
      document.addEventListener("transitionend", ({ propertyName }) => {
        if (propertyName === "background-color") scene.finish("Coloured");
      }),
    act: (scene) => {
      const panel = panelIn(scene.stage, 0);
      panel.style.transition = `background-color ${scene.delay("duration")}ms`;
      void panel.offsetHeight;
      panel.style.backgroundColor = "rgb(255, 230, 200)";
    },
  },
  {
    name: "starting-style",
    delays: { duration: [120, 600] },
    waits: ["transition"],
    act: (scene) => {
      const duration = scene.delay("duration");
      const panel = make("div", { className: "appears" });
      panel.textContent = scene.lastText("Appeared");
      panel.style.transitionDuration = `${duration}ms`;
      scene.stage.append(panel);
      scene.finished("appeared", duration);
    },
  },
  {
    name: "animations-in-a-row",
    delays: { first: [100, 400], second: [100, 400] },
    waits: ["animation"],
    act: (scene) => {
      const panel = make("div", { textContent: "In two steps" });
      scene.stage.append(panel);
      const frames = [{ opacity: 0 }, { opacity: 1 }];
      panel.animate(frames, scene.delay("first")).onfinish = () => {
        panel.animate(frames, scene.delay("second")).onfinish = () => scene.finish("Both steps");
      };
    },
  },
  {
    name: "view-transition",
    delays: {},
    waits: ["animation"],
    act: async (scene) => {
      await document.startViewTransition(() => scene.show("The other view")).finished;
      scene.finish("Crossed over");
    },
  },
];

/** Makes a panel that can be unfolded and faded in; its present style is drawn before it is returned. */
function panelIn(stage: HTMLElement, durationMs: number): HTMLElement {
  const panel = make("div", { className: "panel", textContent: "Panel" });
  panel.style.transitionDuration = `${durationMs}ms`;
  stage.append(panel);
  void panel.offsetHeight;
  return panel;
}
