import { createStore } from "solid-js/store";
import html from "solid-js/html";
import { render } from "solid-js/web";

import { fields, initial, sizes } from "./fields.js";

export function solid(root) {
  const [state, setState] = createStore({ ...initial });
  window.held = () => ({ ...state });
  const set = (name, key) => (event) => setState(name, event.target[key]);
  render(
    () =>
      html`<form>
        ${fields.map(
          ([name, type]) =>
            html`<input
              type=${type}
              aria-label=${name}
              prop:value=${() => state[name]}
              on:input=${set(name, "value")}
            />`,
        )}
        <textarea
          aria-label="note"
          prop:value=${() => state.note}
          on:input=${set("note", "value")}
        ></textarea>
        <input
          type="checkbox"
          aria-label="agreed"
          prop:checked=${() => state.agreed}
          on:change=${set("agreed", "checked")}
        />
        <select aria-label="size" on:change=${set("size", "value")}>
          ${Object.entries(sizes).map(
            ([value, label]) => html`<option value=${value}>${label}</option>`,
          )}
        </select>
      </form>`,
    root,
  );
}
