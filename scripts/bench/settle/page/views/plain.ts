// Makes the view by hand: elements are made and changed at once.
import type { MountView, View, ViewEvents, ViewState } from "../scene.ts";

export const plain: MountView = (root, first, events) => {
  const control = makeControl(root.dataset["control"] ?? "click", events);
  const text = document.createElement("p");
  const list = document.createElement("ul");
  const waiting = document.createElement("div");
  root.append(heading(), control, text, list, waiting);
  const set = (state: ViewState): void => {
    if (control instanceof HTMLButtonElement) control.disabled = state.disabled;
    text.textContent = state.text;
    list.replaceChildren(...state.items.map((item) => element("li", item)));
    waiting.replaceChildren(...waitingSigns(state));
    events.committed(state.turn);
  };
  set(first);
  return { set } satisfies View;
};

function makeControl(kind: string, events: ViewEvents): HTMLElement {
  if (kind === "type") {
    const field = document.createElement("input");
    field.setAttribute("aria-label", "Look up");
    field.addEventListener("input", () => events.act(field.value));
    return field;
  }
  const button = element("button", "Press here");
  button.addEventListener("click", () => events.act(""));
  return button;
}

function waitingSigns({ busy, skeleton }: ViewState): HTMLElement[] {
  const signs: HTMLElement[] = [];
  if (busy) {
    const spinner = element("div", "Loading");
    spinner.className = "spinner";
    spinner.setAttribute("role", "progressbar");
    signs.push(spinner);
  }
  if (skeleton) {
    const lines = document.createElement("div");
    lines.className = "skeleton";
    signs.push(lines);
  }
  return signs;
}

function heading(): HTMLElement {
  return element("h1", "Scene");
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
