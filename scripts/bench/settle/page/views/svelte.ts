// Makes the view in Svelte: one store, and effects after each update of the document.
import { mount } from "svelte";
import { fromStore, writable } from "svelte/store";

import type { MountView, View } from "../scene.ts";
import Shown from "./View.svelte";

export const svelte: MountView = (root, first, events) => {
  const store = writable(first);
  const readable = fromStore(store);
  const shown = {
    get state() {
      return readable.current;
    },
  };
  const kind = root.dataset["control"] ?? "click";
  mount(Shown, { target: root, props: { kind, events, shown } });
  return { set: (state) => store.set(state) } satisfies View;
};
