// Lists patterns that hand the work to somebody else: another realm, a worker, a loop that runs already.
import type { Pattern } from "../pattern.ts";
import { after, make, once, workerOf } from "./steps.ts";

let port: MessagePort | undefined;
let channel: BroadcastChannel | undefined;
let worker: Worker | undefined;
const queue: (() => void)[] = [];

export const handovers: readonly Pattern[] = [
  {
    name: "broadcast-to-worker",
    delays: { work: [60, 500] },
    waits: ["worker"],
    prepare: (scene) => {
      workerOf(`const channel = new BroadcastChannel("${scene.config.key}");
        channel.onmessage = ({ data }) => {
          if (typeof data === "number") setTimeout(() => channel.postMessage("Worked"), data);
        };`);
      channel = new BroadcastChannel(scene.config.key);
      channel.onmessage = ({ data }) => scene.finish(String(data));
    },
    act: (scene) => channel?.postMessage(scene.delay("work")),
  },
  {
    name: "worker-tells-in-pieces",
    delays: { gap: [90, 180] },
    waits: ["worker"],
    prepare: () => {
      worker = workerOf(`onmessage = async ({ data }) => {
        for (let part = 1; part <= 4; part++) {
          await new Promise((resolve) => setTimeout(resolve, data));
          postMessage(part);
        }
      };`);
    },
    act: (scene) => {
      if (worker === undefined) return;
      worker.onmessage = ({ data }) => {
        if (data === 4) scene.finish("4 of 4");
        else scene.show(`${data} of 4`);
      };
      worker.postMessage(scene.delay("gap"));
    },
  },
  {
    name: "port-into-frame",
    delays: { wait: [60, 500] },
    waits: ["worker"],
    prepare: async (scene) => {
      const code = `onmessage = ({ ports: [port] }) => {
        port.onmessage = ({ data }) => setTimeout(() => port.postMessage("From the frame"), data);
      };`;
      const frame = make("iframe", { srcdoc: `<script>${code}</script>` });
      scene.stage.append(frame);
      await once(frame, "load");
      const made = new MessageChannel();
      made.port1.onmessage = ({ data }) => scene.finish(String(data));
      frame.contentWindow?.postMessage("port", "*", [made.port2]);
      port = made.port1;
    },
    act: (scene) => port?.postMessage(scene.delay("wait")),
  },
  {
    name: "own-message-after-long-task",
    delays: { work: [60, 200], wait: [60, 300] },
    waits: ["timer"],
    prepare: (scene) =>
      window.addEventListener("message", async ({ data }) => {
        if (data !== "go on") return;
        await after(scene.delay("wait"));
        scene.finish("Went on");
      }),
    act: (scene) => {
      window.postMessage("go on", "*");
      const end = performance.now() + scene.delay("work");
      while (performance.now() < end);
    },
  },
  {
    name: "queue-of-a-frame-loop",
    delays: { wait: [60, 400] },
    waits: [],
    prepare: () => {
      const drain = (): void => {
        queue.shift()?.();
        requestAnimationFrame(drain);
      };
      requestAnimationFrame(drain);
    },
    act: (scene) =>
      void queue.push(async () => {
        scene.show("Taken up");
        await after(scene.delay("wait"));
        scene.finish("Drawn");
      }),
  },
  {
    name: "queue-of-an-interval",
    delays: { gap: [20, 90] },
    waits: [],
    prepare: (scene) => void setInterval(() => queue.shift()?.(), scene.delay("gap")),
    act: (scene) => void queue.push(() => scene.finish("Taken from the queue")),
  },
];
