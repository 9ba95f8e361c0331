import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

import { formOf } from "./elements.js";

export function react(root) {
  const Form = formOf(createElement, useState, { onInput: "onChange", onCheck: "onChange" });
  createRoot(root).render(createElement(Form));
}
