// Holds the small steps that patterns are made of.
import type { Scene } from "../scene.ts";

export function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

export function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

/** Resolves with the text of the server's JSON answer, which comes after `ms`. */
export async function fetchedText(scene: Scene, ms: number, text = "Answer"): Promise<string> {
  const response = await fetch(scene.url("json", ms, { text }));
  const answer = (await response.json()) as { text: string };
  return answer.text;
}

/** Resolves with the next event of that name. */
export function once(target: EventTarget, name: string): Promise<Event> {
  return new Promise((resolve) => {
    target.addEventListener(name, resolve, { once: true });
  });
}

/** Makes a worker from its code. */
export function workerOf(code: string): Worker {
  return new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), properties);
}
