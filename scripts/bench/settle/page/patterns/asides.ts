// Lists patterns in which the browser does the work aside, and answers by a promise, a signal or an event.
import type { Pattern } from "../pattern.ts";
import { after, fetchedText, make, once } from "./steps.ts";

/** Returns bytes that can't be guessed from those before. */
function noiseOf(size: number): Uint8Array<ArrayBuffer> {
  let state = 1;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

export const asides: readonly Pattern[] = [
  {
    name: "abort-signal-timeout",
    delays: { wait: [80, 800] },
    waits: ["timer"],
    act: (scene) => {
      AbortSignal.timeout(scene.delay("wait")).addEventListener("abort", () => {
        scene.finish("Given up");
      });
    },
  },
  {
    name: "fetch-out-of-time",
    delays: { wait: [80, 800] },
    waits: ["fetch"],
    act: async (scene) => {
      try {
        await fetch(scene.url("hang", 0), { signal: AbortSignal.timeout(scene.delay("wait")) });
      } catch {
        scene.finish("Took too long");
      }
    },
  },
  {
    name: "web-lock-held",
    delays: { wait: [60, 500], more: [60, 300] },
    waits: ["timer"],
    act: (scene) => {
      void navigator.locks.request("scene", () => after(scene.delay("wait")));
      void navigator.locks.request("scene", async () => {
        await after(scene.delay("more"));
        scene.finish("My turn");
      });
    },
  },
  {
    name: "compression",
    delays: { size: [2_000_000, 8_000_000] },
    waits: ["file"],
    act: async (scene) => {
      const stream = new Blob([noiseOf(scene.delay("size"))]).stream();
      const packed = stream.pipeThrough(new CompressionStream("gzip"));
      scene.finish(`Packed ${(await new Response(packed).arrayBuffer()).byteLength}`);
    },
  },
  {
    name: "blob-read-in-pieces",
    delays: { size: [2_000_000, 6_000_000] },
    waits: ["file"],
    act: async (scene) => {
      const stream = new Blob([noiseOf(scene.delay("size"))]).stream();
      const reader = stream.pipeThrough(new CompressionStream("gzip")).getReader();
      let bytes = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        bytes += part.value.length;
      }
      scene.finish(`Read ${bytes}`);
    },
  },
  {
    name: "stream-piped-to-page",
    delays: { answer: [30, 300], gap: [40, 150] },
    waits: ["stream"],
    act: async (scene) => {
      const address = scene.url("stream", scene.delay("answer"), {
        parts: 4,
        gap: scene.delay("gap"),
      });
      const { body } = await fetch(address);
      let text = "";
      await body?.pipeThrough(new TextDecoderStream()).pipeTo(
        new WritableStream({
          write: (part) => {
            text += part;
            scene.show(text);
          },
          close: () => scene.finish(text),
        }),
      );
    },
  },
  {
    name: "custom-element-defined",
    delays: { chunk: [40, 400], answer: [30, 300] },
    waits: ["script", "fetch"],
    act: async (scene) => {
      scene.stage.append(make("p", { innerHTML: "<late-widget>…</late-widget>" }));
      void customElements.whenDefined("late-widget").then(() => scene.show("Upgraded"));
      await import(/* @vite-ignore */ scene.url("module", scene.delay("chunk")));
      customElements.define(
        "late-widget",
        class extends HTMLElement {
          async connectedCallback(): Promise<void> {
            scene.finish(await fetchedText(scene, scene.delay("answer"), "A widget"));
          }
        },
      );
    },
  },
  {
    name: "popover-toggle",
    delays: { answer: [40, 500] },
    waits: ["fetch"],
    act: (scene) => {
      const menu = make("div", { popover: "auto", textContent: "Menu" });
      scene.stage.append(menu);
      menu.addEventListener("toggle", async () => {
        scene.finish(await fetchedText(scene, scene.delay("answer"), "Entries"));
      });
      menu.showPopover();
    },
  },
  {
    name: "dialog-closed",
    delays: { answer: [40, 500] },
    waits: ["fetch"],
    prepare: (scene) => {
      const dialog = make("dialog", { textContent: "Sure?" });
      scene.stage.append(dialog);
      dialog.show();
      dialog.addEventListener("close", async () => {
        scene.finish(await fetchedText(scene, scene.delay("answer"), "Then so"));
      });
    },
    act: (scene) => scene.stage.querySelector("dialog")?.close(),
  },
  {
    name: "media-query-in-frame",
    delays: { wait: [60, 300] },
    waits: ["timer"],
    prepare: async (scene) => {
      const frame = make("iframe", { srcdoc: "<p>Narrow</p>", width: "200" });
      scene.stage.append(frame);
      await once(frame, "load");
      frame.contentWindow?.matchMedia("(min-width: 300px)").addEventListener("change", async () => {
        await after(scene.delay("wait"));
        scene.finish("Wide");
      });
    },
    act: (scene) => scene.stage.querySelector("iframe")?.setAttribute("width", "400"),
  },
  {
    name: "resizes-in-a-row",
    delays: { wait: [60, 300] },
    waits: ["timer"],
    prepare: (scene) => {
      const boxes = [1, 2, 3].map(() => make("div", { className: "box" }));
      scene.stage.append(...boxes);
      for (const [index, box] of boxes.entries()) {
        let first = true;
        new ResizeObserver(() => {
          if (first) return void (first = false);
          const next = boxes[index + 1];
          if (next !== undefined) next.style.width = "300px";
          else setTimeout(() => scene.finish("All wide"), scene.delay("wait"));
        }).observe(box);
      }
    },
    act: (scene) => {
      const box = scene.stage.querySelector<HTMLElement>(".box");
      if (box !== null) box.style.width = "300px";
    },
  },
];
