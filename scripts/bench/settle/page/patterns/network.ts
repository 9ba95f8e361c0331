// Lists patterns that work on requests and their bodies.
import { TYPED } from "../configuration.ts";
import type { Pattern } from "../pattern.ts";
import type { Scene } from "../scene.ts";
import { fetchedText, once } from "./steps.ts";
import { debounced } from "./timers.ts";

let typing = new AbortController();

export const network: readonly Pattern[] = [
  {
    name: "fetch-json",
    delays: { answer: [30, 900] },
    waits: ["fetch"],
    act: async (scene) => scene.finish(await fetchedText(scene, scene.delay("answer"))),
  },
  {
    name: "fetch-text",
    delays: { answer: [30, 900] },
    waits: ["fetch"],
    act: async (scene) => {
      const response = await fetch(scene.url("text", scene.delay("answer")));
      scene.finish(await response.text());
    },
  },
  {
    name: "fetch-slow-body",
    delays: { answer: [30, 200], gap: [80, 250] },
    waits: ["fetch"],
    act: async (scene) => {
      const gap = scene.delay("gap");
      const response = await fetch(scene.url("stream", scene.delay("answer"), { parts: 4, gap }));
      scene.finish((await response.text()).slice(0, 20));
    },
  },
  {
    name: "fetch-stream-reader",
    delays: { answer: [30, 200], gap: [40, 200] },
    waits: ["stream"],
    act: (scene) => void grow(scene, 6, scene.delay("gap")),
  },
  {
    name: "stream-chat",
    delays: { answer: [100, 400], gap: [40, 70] },
    waits: ["stream"],
    act: (scene) => void grow(scene, 26, scene.delay("gap")),
  },
  {
    name: "xhr",
    delays: { answer: [30, 900] },
    waits: ["xhr"],
    act: async (scene) => {
      const request = new XMLHttpRequest();
      request.open("GET", scene.url("text", scene.delay("answer")));
      request.send();
      await once(request, "load");
      scene.finish(request.responseText);
    },
  },
  {
    name: "xhr-then-fetch",
    delays: { first: [30, 400], second: [30, 400] },
    waits: ["xhr", "fetch"],
    act: (scene) => {
      const request = new XMLHttpRequest();
      request.open("POST", scene.url("json", scene.delay("first")));
      request.onreadystatechange = async () => {
        if (request.readyState !== 4) return;
        scene.finish(await fetchedText(scene, scene.delay("second")));
      };
      request.send("{}");
    },
  },
  {
    name: "debounce-fetch",
    action: "type",
    delays: { quiet: [150, 400], answer: [30, 600] },
    waits: ["timer", "fetch"],
    act: debounced(async (scene) => {
      scene.finish(await fetchedText(scene, scene.delay("answer")));
    }),
  },
  {
    name: "timer-then-fetch",
    delays: { wait: [50, 500], answer: [30, 500] },
    waits: ["timer", "fetch"],
    act: (scene) =>
      void setTimeout(async () => {
        scene.finish(await fetchedText(scene, scene.delay("answer")));
      }, scene.delay("wait")),
  },
  {
    name: "fetch-fails",
    delays: { answer: [30, 700] },
    waits: ["fetch"],
    act: async (scene) => {
      try {
        await fetch(scene.url("broken", scene.delay("answer")));
      } catch {
        scene.finish("Could not be loaded");
      }
    },
  },
  {
    name: "optimistic-then-confirmed",
    delays: { answer: [100, 900] },
    waits: ["fetch"],
    act: async (scene) => {
      scene.show("Saving", { items: ["New entry"] });
      const text = await fetchedText(scene, scene.delay("answer"), "Saved");
      scene.finish(text, { items: ["New entry, saved"] });
    },
  },
  {
    name: "fetch-parallel",
    delays: { one: [30, 700], two: [30, 700], three: [30, 700] },
    waits: ["fetch"],
    act: async (scene) => {
      const items: string[] = [];
      await Promise.all(
        ["one", "two", "three"].map(async (name) => {
          items.push(await fetchedText(scene, scene.delay(name), name));
          if (items.length < 3) scene.show(`${items.length} of 3`, { items: [...items] });
        }),
      );
      scene.finish("3 of 3", { items });
    },
  },
  {
    name: "type-abort-previous",
    action: "type",
    delays: { answer: [60, 600] },
    waits: ["fetch"],
    act: async (scene, value) => {
      typing.abort();
      typing = new AbortController();
      try {
        const url = scene.url("json", scene.delay("answer"), { text: `Found ${value}` });
        const response = await fetch(url, { signal: typing.signal });
        const { text } = (await response.json()) as { text: string };
        if (value === TYPED) scene.finish(text);
        else scene.show(text);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
      }
    },
  },
  {
    name: "fetch-never-read",
    delays: { answer: [30, 600] },
    waits: ["fetch"],
    act: async (scene) => {
      const { ok } = await fetch(scene.url("json", scene.delay("answer")), { method: "POST" });
      scene.finish(ok ? "Accepted" : "Refused");
    },
  },
];

/** Shows each part as it arrives. */
async function grow(scene: Scene, parts: number, gap: number): Promise<void> {
  const response = await fetch(scene.url("stream", scene.delay("answer"), { parts, gap }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += part.value;
    scene.show(text);
  }
  scene.finish(text);
}
