import { createElement as h, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

const act = () => {};
let finish;

function Page() {
  const [done, setDone] = useState(false);
  finish = () => setDone(true);
  return h(
    "main",
    null,
    h("div", { onClick: act }, "Card"),
    h("li", { onMouseEnter: act }, "Menu"),
    h("p", null, "Plain"),
    h("div", { onClick: done ? undefined : act }, "No longer"),
    h("div", { onPointerDownCapture: act }, "Pressed"),
    h("div", { onKeyDown: act, tabIndex: 0 }, "On key"),
    // Keeps clicks from what is around it; nothing happens on itself.
    h(
      "div",
      { onClick: (event) => event.stopPropagation() },
      h("button", { onClick: act }, "Remove"),
      h("a", { href: "#" }, "More"),
    ),
    createPortal(h("div", { onClick: act }, "In a portal"), document.body),
  );
}

const root = createRoot(document.getElementById("root"));
flushSync(() => root.render(h(Page)));
flushSync(() => finish());
