// Starts every page: mounts the view, starts the noise, and waits for the action.
import type { Configuration } from "./configuration.ts";
import { startNoise } from "./noise.ts";
import type { Pattern } from "./pattern.ts";
import { patterns } from "./patterns/all.ts";
import { firstState, type MountView, Scene } from "./scene.ts";

export async function play(mount: MountView): Promise<void> {
  const written = document.getElementById("configuration")?.textContent ?? "";
  const config = JSON.parse(written) as Configuration;
  const pattern = patterns.find(({ name }) => name === config.pattern);
  if (pattern === undefined) throw new Error(`there is no pattern "${config.pattern}"`);
  const scene = new Scene(config, byId("stage"));
  const root = byId("view");
  root.dataset["control"] = pattern.action ?? "click";
  const view = mount(root, firstState, {
    act: (value) => {
      scene.note("action");
      pattern.act(scene, value);
    },
    committed: (turn) => scene.committed(turn),
  });
  scene.attach(view);
  startNoise(config.noise, byId("noise"));
  if (config.stage > 0) arrive(pattern, scene);
  else await pattern.prepare?.(scene);
  Object.assign(window, { [config.key]: "ready" });
}

function arrive(pattern: Pattern, scene: Scene): void {
  if (pattern.arrive === undefined) scene.finish("Arrived");
  else pattern.arrive(scene, scene.config.stage);
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element "${id}"`);
  return element;
}
