import { mount } from "svelte";

import Form from "./Form.svelte";

export function svelte(target) {
  mount(Form, { target });
}
