// Lists patterns that change the address, with and without a new document.
import type { Pattern } from "../pattern.ts";
import { after, fetchedText, make, once } from "./steps.ts";

interface NavigateEvent extends Event {
  readonly destination: { readonly url: string };
  intercept(options: { handler: () => Promise<void> }): void;
}
const { navigation } = globalThis as unknown as { navigation: EventTarget };

export const navigations: readonly Pattern[] = [
  {
    name: "push-state",
    delays: { answer: [30, 600] },
    waits: ["fetch"],
    act: async (scene) => {
      history.pushState(null, "", "?view=products");
      scene.finish(await fetchedText(scene, scene.delay("answer"), "Products"));
    },
  },
  {
    name: "push-state-late",
    delays: { chunk: [30, 300], answer: [30, 400] },
    waits: ["script", "fetch"],
    act: async (scene) => {
      await import(/* @vite-ignore */ scene.url("module", scene.delay("chunk")));
      const text = await fetchedText(scene, scene.delay("answer"), "Orders");
      history.pushState(null, "", "?view=orders");
      scene.finish(text);
    },
  },
  {
    name: "navigation-intercepted",
    delays: { answer: [30, 600] },
    waits: ["fetch"],
    prepare: (scene) =>
      navigation.addEventListener("navigate", (event) => {
        const navigate = event as NavigateEvent;
        if (!navigate.destination.url.includes("intercepted")) return;
        navigate.intercept({
          handler: async () => {
            scene.finish(await fetchedText(scene, scene.delay("answer"), "Intercepted"));
          },
        });
      }),
    act: () => location.assign("?intercepted"),
  },
  {
    name: "hash-change",
    delays: { answer: [30, 500] },
    waits: ["fetch"],
    prepare: (scene) =>
      window.addEventListener("hashchange", async () => {
        scene.finish(await fetchedText(scene, scene.delay("answer"), "Section"));
      }),
    act: () => void (location.hash = "section"),
  },
  {
    name: "history-back",
    delays: { answer: [30, 500] },
    waits: ["fetch"],
    prepare: (scene) => {
      history.pushState(null, "", "?step=2");
      window.addEventListener("popstate", async () => {
        scene.finish(await fetchedText(scene, scene.delay("answer"), "Step 1"));
      });
    },
    act: () => history.back(),
  },
  {
    name: "full-navigation",
    delays: { answer: [40, 800] },
    waits: ["document"],
    act: (scene) => location.assign(scene.nextDocument(scene.delay("answer"))),
  },
  {
    name: "navigation-then-fetch",
    delays: { document: [40, 400], answer: [40, 600] },
    waits: ["document", "fetch"],
    act: (scene) => location.assign(scene.nextDocument(scene.delay("document"))),
    arrive: async (scene) => {
      scene.show("Arriving", { busy: true });
      scene.finish(await fetchedText(scene, scene.delay("answer")), { busy: false });
    },
  },
  {
    name: "late-navigation",
    delays: { answer: [40, 400], pause: [100, 400], document: [40, 300] },
    waits: ["fetch", "timer", "document"],
    act: async (scene) => {
      scene.show(await fetchedText(scene, scene.delay("answer"), "Signed in"));
      await after(scene.delay("pause"));
      location.assign(scene.nextDocument(scene.delay("document")));
    },
  },
  {
    name: "client-redirect",
    delays: { first: [40, 300], second: [40, 300] },
    waits: ["document"],
    act: (scene) => location.assign(scene.nextDocument(scene.delay("first"))),
    arrive: (scene, stage) => {
      if (stage > 1) return scene.finish("At the end");
      location.replace(scene.nextDocument(scene.delay("second")));
    },
  },
  {
    name: "meta-refresh",
    delays: { first: [40, 300], second: [40, 300] },
    waits: ["document"],
    act: (scene) => location.assign(scene.nextDocument(scene.delay("first"))),
    arrive: (scene, stage) => {
      if (stage > 1) return scene.finish("At the end");
      scene.show("You are being taken on");
      const content = `0; url=${scene.nextDocument(scene.delay("second"))}`;
      document.head.append(make("meta", { httpEquiv: "refresh", content }));
    },
  },
  {
    name: "iframe-navigation",
    delays: { answer: [40, 700] },
    waits: ["subframe"],
    prepare: async (scene) => {
      const frame = make("iframe", { name: "inner", src: scene.url("helper", 0) });
      scene.stage.append(frame);
      await once(frame, "load");
    },
    act: async (scene) => {
      const frame = scene.stage.querySelector("iframe");
      if (frame === null) return;
      const text = scene.lastText("The frame's next page");
      frame.src = scene.url("helper", scene.delay("answer"), { text });
      await once(frame, "load");
      scene.finished("the frame has loaded");
    },
  },
  {
    name: "form-submit",
    delays: { answer: [40, 700] },
    waits: ["document"],
    act: (scene) => {
      const form = make("form", { method: "post" });
      form.action = scene.nextDocument(scene.delay("answer"));
      scene.stage.append(form);
      form.requestSubmit();
    },
  },
];
