import { html, LitElement } from "lit";
import { live } from "lit/directives/live.js";

import { fields, initial, sizes } from "./fields.js";

class LitForm extends LitElement {
  static properties = { state: { state: true } };

  constructor() {
    super();
    this.state = initial;
    window.held = () => this.state;
  }

  render() {
    const set = (name, key) => (event) => {
      this.state = { ...this.state, [name]: event.target[key] };
    };
    const { state } = this;
    return html`<form>
      ${fields.map(
        ([name, type]) =>
          html`<input
            type=${type}
            aria-label=${name}
            .value=${live(state[name])}
            @input=${set(name, "value")}
          />`,
      )}
      <textarea
        aria-label="note"
        .value=${live(state.note)}
        @input=${set("note", "value")}
      ></textarea>
      <input
        type="checkbox"
        aria-label="agreed"
        .checked=${live(state.agreed)}
        @change=${set("agreed", "checked")}
      />
      <select aria-label="size" @change=${set("size", "value")}>
        ${Object.entries(sizes).map(
          ([value, label]) =>
            html`<option value=${value} ?selected=${state.size === value}>${label}</option>`,
        )}
      </select>
    </form>`;
  }
}
customElements.define("lit-form", LitForm);

export function lit(root) {
  root.append(document.createElement("lit-form"));
}
