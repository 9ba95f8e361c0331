import { h, render } from "preact";
import { useState } from "preact/hooks";

import { formOf } from "./elements.js";

export function preact(root) {
  render(h(formOf(h, useState, { onInput: "onInput", onCheck: "onChange" })), root);
}
