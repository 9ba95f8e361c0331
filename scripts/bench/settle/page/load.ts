// Makes the load whose slowing is measured: what applications do all day, many times over and without pause.
import { createElement as h, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import { type LoadKind, loadKinds } from "./configuration.ts";

type Suite = (place: HTMLElement) => void | Promise<void>;

const suites: Readonly<Record<LoadKind, Readonly<Record<string, Suite>>>> = {
  lists: { "todo, plain": todoPlain, "todo, React": todoReact },
  calls: { promises, timers, frames, fetches, messages, listeners },
};

const TURNS = 3;

/** Runs each suite a few times. Before and after it stands a mark, which is answered once it has been noted. */
async function run(kind: LoadKind): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, suite] of Object.entries(suites[kind])) {
      place.replaceChildren();
      await mark(name, `${turn}/begin`);
      await suite(place);
      await drawn();
      await mark(name, `${turn}/end`);
    }
  }
}

/** Sends each mark to an address of its own: one that is requested again and again would be considered a poll. */
async function mark(suite: string, at: string): Promise<void> {
  await fetch(`/load/mark/${at}?suite=${encodeURIComponent(suite)}`);
}

/** Resolves when the changes to the page have been laid out and painted. */
async function drawn(): Promise<void> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

function todoPlain(place: HTMLElement): void {
  for (let round = 0; round < 12; round++) {
    const list = document.createElement("ul");
    place.append(list);
    for (let item = 0; item < 100; item++) {
      const entry = document.createElement("li");
      const check = document.createElement("input");
      check.type = "checkbox";
      check.addEventListener("click", () => entry.classList.toggle("done"));
      entry.append(check, `Item ${item}`);
      list.append(entry);
    }
    for (const check of list.querySelectorAll("input")) check.click();
    void list.offsetHeight;
    while (list.firstElementChild !== null) list.firstElementChild.remove();
    list.remove();
  }
}

function todoReact(place: HTMLElement): void {
  const host = document.createElement("div");
  place.append(host);
  const List = () => {
    const [items, setItems] = useState<readonly { id: number; done: boolean }[]>([]);
    const add = () => setItems((all) => [...all, { id: all.length, done: false }]);
    const toggle = (id: number) =>
      setItems((all) => all.map((item) => (item.id === id ? { ...item, done: !item.done } : item)));
    const remove = (id: number) => setItems((all) => all.filter((item) => item.id !== id));
    return h(
      "div",
      null,
      h("button", { onClick: add }, "Add"),
      ...items.map(({ id, done }) =>
        h(
          "li",
          { key: id, className: done ? "done" : "" },
          h("input", { type: "checkbox", checked: done, onChange: () => toggle(id) }),
          h("button", { onClick: () => remove(id) }, "Delete"),
        ),
      ),
    );
  };
  const root = createRoot(host);
  flushSync(() => root.render(h(List)));
  for (let item = 0; item < 60; item++) flushSync(() => host.querySelector("button")?.click());
  for (const check of host.querySelectorAll("input")) flushSync(() => check.click());
  for (const entry of host.querySelectorAll("li")) {
    flushSync(() => entry.querySelector("button")?.click());
  }
  flushSync(() => root.unmount());
}

async function promises(): Promise<void> {
  let sum = 0;
  for (let turn = 0; turn < 300_000; turn++) sum += await Promise.resolve(turn);
  await Promise.all(Array.from({ length: 100_000 }, async (_, index) => (sum += index)));
}

async function timers(): Promise<void> {
  const waits = Array.from(
    { length: 4_000 },
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      }),
  );
  for (let turn = 0; turn < 8_000; turn++) clearTimeout(setTimeout(() => undefined, 1_000));
  await Promise.all(waits);
}

/** Requests as many callbacks as fit into one frame of the screen. */
async function frames(): Promise<void> {
  const waits = Array.from(
    { length: 4_000 },
    () => new Promise<number>((resolve) => requestAnimationFrame(resolve)),
  );
  for (let turn = 0; turn < 4_000; turn++) {
    cancelAnimationFrame(requestAnimationFrame(() => undefined));
  }
  await Promise.all(waits);
}

async function fetches(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    const response = await fetch("/server/json?ms=0");
    await response.json();
  }
}

async function messages(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }) => port2.postMessage(data);
  for (let turn = 0; turn < 1_500; turn++) {
    port1.postMessage(turn);
    await new Promise((resolve) => {
      port1.onmessage = resolve;
    });
  }
}

function listeners(): void {
  const target = new EventTarget();
  for (let turn = 0; turn < 5_000; turn++) {
    const listener = (): void => undefined;
    target.addEventListener("tick", listener);
    if (turn % 50 === 0) target.dispatchEvent(new Event("tick"));
    target.removeEventListener("tick", listener);
  }
  for (let turn = 0; turn < 4_000; turn++) {
    const element = document.createElement("a");
    element.addEventListener("click", () => undefined);
    element.dispatchEvent(new Event("click"));
  }
}

const place = document.body.appendChild(document.createElement("main"));
const loaded = { run, done: [] as LoadKind[] };
for (const kind of loadKinds) {
  const button = document.body.appendChild(document.createElement("button"));
  button.textContent = `Press for ${kind}`;
  button.id = kind;
  button.addEventListener("click", async () => {
    await run(kind);
    loaded.done.push(kind);
  });
}
Object.assign(window, { load: loaded });
