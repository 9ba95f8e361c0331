import { createApp, reactive } from "vue/dist/vue.esm-bundler.js";

import { fields, initial, sizes } from "./fields.js";

export function vue(root) {
  const state = reactive({ ...initial });
  window.held = () => ({ ...state });
  const inputs = fields.map(
    ([name, type]) => `<input type="${type}" aria-label="${name}" v-model="state.${name}">`,
  );
  createApp({
    setup: () => ({ state, sizes }),
    template: `<form>${inputs.join("")}
      <textarea aria-label="note" v-model="state.note"></textarea>
      <input type="checkbox" aria-label="agreed" v-model="state.agreed">
      <select aria-label="size" v-model="state.size">
        <option v-for="(label, value) in sizes" :value="value">{{ label }}</option>
      </select></form>`,
  }).mount(root);
}
