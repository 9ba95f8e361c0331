// Makes the view in Solid: one signal, and effects that run after what depends on it.
import html from "solid-js/html";
import { createEffect, createSignal } from "solid-js";
import { render } from "solid-js/web";

import type { MountView, View, ViewState } from "../scene.ts";

export const solid: MountView = (root, first, events) => {
  const [state, setState] = createSignal<ViewState>(first);
  const kind = root.dataset["control"] ?? "click";
  const control =
    kind === "type"
      ? html`<input
          aria-label="Look up"
          on:input=${(event: InputEvent) => events.act((event.target as HTMLInputElement).value)}
        />`
      : html`<button prop:disabled=${() => state().disabled} on:click=${() => events.act("")}>
          Press here
        </button>`;
  render(() => {
    createEffect(() => events.committed(state().turn));
    return html`<div>
      <h1>Scene</h1>
      ${control}
      <p>${() => state().text}</p>
      <ul>
        ${() => state().items.map((item) => html`<li>${item}</li>`)}
      </ul>
      ${() => (state().busy ? html`<div class="spinner" role="progressbar">Loading</div>` : null)}
      ${() => (state().skeleton ? html`<div class="skeleton"></div>` : null)}
    </div>`;
  }, root);
  return { set: (next) => void setState(() => next) } satisfies View;
};
