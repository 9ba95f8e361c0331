// Lists patterns whose work goes through messages, workers, sockets and stores.
import type { Pattern } from "../pattern.ts";
import { fetchedText, make, once, workerOf } from "./steps.ts";

const SLOW_ECHO = "onmessage = ({ data }) => setTimeout(() => postMessage(data.text), data.ms);";

let worker: Worker | undefined;
let frame: HTMLIFrameElement | undefined;
let socket: WebSocket | undefined;
let database: IDBDatabase | undefined;

export const messages: readonly Pattern[] = [
  {
    name: "message-channel",
    delays: { wait: [30, 400] },
    waits: ["message"],
    act: (scene) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => scene.finish(String(data));
      port2.onmessage = ({ data }) => {
        setTimeout(() => port2.postMessage(`${data} back`), scene.delay("wait"));
      };
      port1.postMessage("There and");
    },
  },
  {
    name: "window-message",
    delays: {},
    waits: [],
    prepare: (scene) =>
      window.addEventListener("message", ({ data }) => {
        if (data === "to myself") scene.finish("Told myself");
      }),
    act: () => window.postMessage("to myself", "*"),
  },
  {
    name: "worker",
    delays: { work: [40, 700] },
    waits: ["worker"],
    prepare: () => void (worker = workerOf(SLOW_ECHO)),
    act: (scene) => {
      if (worker === undefined) return;
      worker.onmessage = ({ data }) => scene.finish(String(data));
      worker.postMessage({ ms: scene.delay("work"), text: "Worked out" });
    },
  },
  {
    name: "worker-made-by-action",
    delays: { answer: [40, 500] },
    waits: ["worker"],
    act: (scene) => {
      const made = workerOf(`onmessage = async ({ data }) => {
        const response = await fetch(data);
        postMessage(await response.text());
      };`);
      made.addEventListener("message", ({ data }) => scene.finish(String(data)));
      made.postMessage(location.origin + scene.url("text", scene.delay("answer")));
    },
  },
  {
    name: "shared-worker",
    delays: { work: [40, 400] },
    waits: ["worker"],
    act: (scene) => {
      const code = `onconnect = ({ ports: [port] }) => {
        port.onmessage = ({ data }) => setTimeout(() => port.postMessage(data.text), data.ms);
      };`;
      const shared = new SharedWorker(`data:text/javascript,${encodeURIComponent(code)}`);
      shared.port.onmessage = ({ data }) => scene.finish(String(data));
      shared.port.postMessage({ ms: scene.delay("work"), text: "Shared out" });
    },
  },
  {
    name: "fetch-to-worker",
    delays: { answer: [30, 400], work: [30, 300] },
    waits: ["fetch", "worker"],
    prepare: () => void (worker = workerOf(SLOW_ECHO)),
    act: async (scene) => {
      if (worker === undefined) return;
      const text = await fetchedText(scene, scene.delay("answer"));
      worker.onmessage = ({ data }) => scene.finish(String(data));
      worker.postMessage({ ms: scene.delay("work"), text });
    },
  },
  {
    name: "websocket-reply",
    delays: { answer: [40, 700] },
    waits: ["socket"],
    prepare: async () => {
      socket = new WebSocket(`ws://${location.host}/server/echo?ms=0`);
      await once(socket, "open");
    },
    act: (scene) => {
      socket?.addEventListener("message", ({ data }) => scene.finish(String(data)));
      socket?.send(JSON.stringify({ ms: scene.delay("answer"), text: "Over the socket" }));
    },
  },
  {
    name: "websocket-opened",
    delays: { answer: [40, 500] },
    waits: ["socket"],
    act: (scene) => {
      const opened = new WebSocket(`ws://${location.host}/server/echo?ms=0`);
      opened.onopen = () =>
        opened.send(JSON.stringify({ ms: scene.delay("answer"), text: "Over a new socket" }));
      opened.onmessage = ({ data }) => {
        scene.finish(String(data));
        opened.close();
      };
    },
  },
  {
    name: "event-source",
    delays: { first: [40, 400], gap: [50, 200] },
    waits: ["events"],
    act: (scene) => {
      const gap = scene.delay("gap");
      const events = new EventSource(scene.url("events", scene.delay("first"), { parts: 4, gap }));
      events.addEventListener("message", ({ data }) => scene.show(String(data)));
      events.addEventListener("end", () => {
        events.close();
        scene.finish("All events");
      });
    },
  },
  {
    name: "indexed-db",
    delays: { count: [5, 40] },
    waits: ["storage"],
    prepare: async (scene) => {
      const opening = indexedDB.open(scene.config.key, 1);
      opening.addEventListener(
        "upgradeneeded",
        () => void opening.result.createObjectStore("notes"),
      );
      await once(opening, "success");
      database = opening.result;
    },
    act: async (scene) => {
      const store = database?.transaction("notes", "readwrite").objectStore("notes");
      if (store === undefined) return;
      const count = scene.delay("count");
      for (let turn = 0; turn < count; turn++) {
        await once(store.put(`note ${turn}`, turn), "success");
      }
      const reading = store.get(0);
      reading.onsuccess = () => scene.finish(`Stored ${reading.result}`);
    },
  },
  {
    name: "cross-frame",
    delays: { answer: [40, 500] },
    waits: ["message", "fetch"],
    prepare: async (scene) => {
      frame = make("iframe", { src: `${scene.config.otherOrigin}/server/helper?ms=0` });
      scene.stage.append(frame);
      await once(frame, "load");
    },
    act: (scene) => {
      window.addEventListener("message", ({ data, source }) => {
        if (source === frame?.contentWindow) scene.finish(String(data));
      });
      frame?.contentWindow?.postMessage(scene.url("text", scene.delay("answer")), "*");
    },
  },
  {
    name: "file-reader",
    delays: { size: [200_000, 3_000_000] },
    waits: ["file"],
    act: (scene) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => {
        scene.finish(
          reader.result instanceof ArrayBuffer
            ? "Bytes"
            : `Read ${reader.result?.length} characters`,
        );
      });
      reader.readAsDataURL(new Blob([new Uint8Array(scene.delay("size"))]));
    },
  },
  {
    name: "digest",
    delays: { size: [2_000_000, 20_000_000] },
    waits: ["crypto"],
    act: async (scene) => {
      const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(scene.delay("size")));
      scene.finish(`Digest ${new Uint8Array(digest)[0]}`);
    },
  },
];
