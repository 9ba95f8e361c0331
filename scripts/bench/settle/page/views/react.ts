// Makes the view in React: its state comes from outside, and effects run after its commits.
import { createElement as h, type ReactNode, useLayoutEffect, useState } from "react";
import { createRoot } from "react-dom/client";

import type { MountView, View, ViewEvents, ViewState } from "../scene.ts";

export const react: MountView = (root, first, events) => {
  let latest = first;
  let put = (state: ViewState): void => void (latest = state);
  const kind = root.dataset["control"] ?? "click";
  const Shown = (): ReactNode => {
    const [state, setState] = useState(latest);
    put = setState;
    useLayoutEffect(() => events.committed(state.turn), [state]);
    return h("div", null, h("h1", null, "Scene"), control(kind, state, events), ...body(state));
  };
  createRoot(root).render(h(Shown));
  return { set: (state) => put(state) } satisfies View;
};

function control(kind: string, { disabled }: ViewState, events: ViewEvents): ReactNode {
  if (kind !== "type") {
    return h("button", { disabled, onClick: () => events.act("") }, "Press here");
  }
  return h("input", {
    "aria-label": "Look up",
    onChange: (event: { target: { value: string } }) => events.act(event.target.value),
  });
}

function body({ text, items, busy, skeleton }: ViewState): ReactNode[] {
  return [
    h("p", null, text),
    h("ul", null, ...items.map((item, index) => h("li", { key: index }, item))),
    busy ? h("div", { className: "spinner", role: "progressbar" }, "Loading") : null,
    skeleton ? h("div", { className: "skeleton" }) : null,
  ];
}
