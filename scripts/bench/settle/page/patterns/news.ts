// Lists patterns whose answer comes by a way that was open before the action, beside what comes by it anyhow.
import type { Pattern } from "../pattern.ts";
import type { Scene } from "../scene.ts";
import { after, make, once } from "./steps.ts";

let socket: WebSocket | undefined;

export const news: readonly Pattern[] = [
  {
    name: "socket-beside-heartbeat",
    delays: { answer: [60, 850], beat: [150, 700] },
    waits: ["socket"],
    prepare: async (scene) => {
      const opened = await openSocket("/server/echo?ms=0");
      const beat = (): void => opened.send(JSON.stringify({ ms: 0, text: '{"type":"pulse"}' }));
      setInterval(beat, scene.delay("beat"));
    },
    act: (scene) => {
      socket?.addEventListener("message", ({ data }) => {
        if (!String(data).includes("pulse")) scene.finish(String(data));
      });
      socket?.send(JSON.stringify({ ms: scene.delay("answer"), text: "Beside a heartbeat" }));
    },
  },
  {
    name: "socket-beside-quotes",
    delays: { answer: [60, 850], gap: [60, 400] },
    waits: ["socket"],
    prepare: async (scene) => {
      const quote = make("output");
      scene.stage.append(quote);
      const opened = await openSocket(`/server/quotes?ms=${scene.delay("gap")}`);
      opened.addEventListener("message", ({ data }) => {
        if (String(data).includes("Quote")) quote.textContent = String(data);
      });
    },
    act: (scene) => {
      socket?.addEventListener("message", ({ data }) => {
        if (!String(data).includes("Quote")) scene.finish(String(data));
      });
      socket?.send(JSON.stringify({ ms: scene.delay("answer"), text: "Bought" }));
    },
  },
  {
    name: "socket-receipt-then-answer",
    delays: { receipt: [10, 60], answer: [200, 800] },
    waits: ["socket"],
    prepare: async () => void (await openSocket("/server/echo?ms=0")),
    act: (scene) => {
      socket?.addEventListener("message", ({ data }) => {
        if (data !== "received") scene.finish(String(data));
      });
      socket?.send(JSON.stringify({ ms: scene.delay("receipt"), text: "received" }));
      socket?.send(JSON.stringify({ ms: scene.delay("answer"), text: "After a receipt" }));
    },
  },
  {
    name: "request-then-socket",
    delays: { answer: [10, 150], news: [80, 700] },
    waits: ["fetch"],
    prepare: async (scene) => void (await openSocket(`/server/news?of=${scene.config.key}`)),
    act: async (scene) => {
      socket?.addEventListener("message", ({ data }) => scene.finish(String(data)));
      await tell(scene);
    },
  },
  {
    name: "request-then-events",
    delays: { answer: [10, 150], news: [80, 700] },
    waits: ["fetch"],
    prepare: async (scene) => {
      const events = new EventSource(scene.url("news", 0, { of: scene.config.key }));
      events.addEventListener("message", ({ data }) => scene.finish(String(data)));
      await once(events, "open");
    },
    act: (scene) => void tell(scene),
  },
  {
    name: "request-then-stream",
    delays: { answer: [10, 150], news: [80, 700] },
    waits: ["fetch"],
    prepare: async (scene) => {
      const response = await fetch(scene.url("news", 0, { of: scene.config.key }));
      void listen(scene, response);
    },
    act: (scene) => void tell(scene),
  },
  {
    name: "request-then-long-poll",
    delays: { answer: [10, 150], news: [80, 700] },
    waits: ["fetch"],
    prepare: async (scene) => {
      void poll(scene);
      await after(350);
    },
    act: (scene) => void tell(scene),
  },
  {
    name: "request-then-long-poll-by-xhr",
    delays: { answer: [10, 150], news: [80, 700] },
    waits: ["xhr"],
    prepare: async (scene) => {
      const ask = (): void => {
        const request = new XMLHttpRequest();
        request.onload = () => {
          if (request.status === 200) scene.finish(request.responseText);
          ask();
        };
        request.open("GET", scene.url("poll", 0, { of: scene.config.key }));
        request.send();
      };
      ask();
      await after(350);
    },
    act: (scene) => {
      const request = new XMLHttpRequest();
      request.open("POST", telling(scene));
      request.send("What news?");
    },
  },
  {
    name: "answered-beside-open-events",
    delays: { answer: [40, 500] },
    waits: ["fetch"],
    prepare: async (scene) => {
      const events = new EventSource(scene.url("news", 0, { of: scene.config.key }));
      await once(events, "open");
    },
    act: async (scene) => {
      const response = await fetch(scene.url("json", scene.delay("answer"), { text: "Saved" }));
      const { text } = (await response.json()) as { text: string };
      scene.finish(text);
    },
  },
  {
    name: "opened-with-a-long-poll",
    delays: { document: [40, 300] },
    waits: ["document"],
    act: (scene) => location.assign(scene.nextDocument(scene.delay("document"))),
    arrive: (scene) => {
      scene.finish("News follow");
      void poll(scene);
    },
  },
];

async function openSocket(path: string): Promise<WebSocket> {
  socket = new WebSocket(`ws://${location.host}${path}`);
  await once(socket, "open");
  return socket;
}

/** Asks the server for something, which it only acknowledges. */
async function tell(scene: Scene): Promise<void> {
  await fetch(telling(scene), { method: "POST", body: "What news?" });
}

function telling(scene: Scene): string {
  const params = { of: scene.config.key, in: scene.delay("news"), text: "News" };
  return scene.url("tell", scene.delay("answer"), params);
}

async function poll(scene: Scene): Promise<void> {
  for (;;) {
    const response = await fetch(scene.url("poll", 0, { of: scene.config.key }));
    if (response.status === 200) scene.finish(await response.text());
  }
}

async function listen(scene: Scene, response: Response): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const text = part.value.replace(/^data: /, "").trim();
    if (text !== "") scene.finish(text);
  }
}
