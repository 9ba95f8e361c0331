// React draws what of the list comes first into the elements that stood first.
import { createElement as h, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

const say = (name) => {
  document.querySelector("p").textContent += `[${name}]`;
};

function Entry({ name }) {
  const remove = h("button", { onClick: () => say(name) }, "Delete");
  return h("li", null, h("span", null, name), " ", remove);
}

function List() {
  const [names, setNames] = useState(["Alice", "Bob", "Carol"]);
  globalThis.show = (next) => flushSync(() => setNames(next));
  return h(
    "ul",
    null,
    names.map((name, at) => h(Entry, { key: at, name })),
  );
}

flushSync(() => createRoot(document.querySelector("main")).render(h(List)));
