// Makes the view in Vue: one reactive state, reported after each flush.
import { createApp, h, shallowRef, watch } from "vue";

import type { MountView, View, ViewEvents, ViewState } from "../scene.ts";

export const vue: MountView = (root, first, events) => {
  const state = shallowRef(first);
  const kind = root.dataset["control"] ?? "click";
  createApp({
    setup() {
      watch(state, ({ turn }) => events.committed(turn), { flush: "post" });
      return () => [h("h1", "Scene"), control(kind, state.value, events), ...body(state.value)];
    },
  }).mount(root);
  return {
    set: (next: ViewState) => {
      state.value = next;
    },
  } satisfies View;
};

function control(kind: string, { disabled }: ViewState, events: ViewEvents) {
  if (kind !== "type") {
    return h("button", { disabled, onClick: () => events.act("") }, "Press here");
  }
  return h("input", {
    "aria-label": "Look up",
    onInput: ({ target }: InputEvent) => events.act((target as HTMLInputElement).value),
  });
}

function body({ text, items, busy, skeleton }: ViewState) {
  return [
    h("p", text),
    h(
      "ul",
      items.map((item) => h("li", item)),
    ),
    busy ? h("div", { class: "spinner", role: "progressbar" }, "Loading") : null,
    skeleton ? h("div", { class: "skeleton" }) : null,
  ];
}
