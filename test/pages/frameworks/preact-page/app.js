import { h, render } from "preact";

const act = () => {};
const page = (done) =>
  h("main", null, [
    h("div", { onClick: act }, "Card"),
    h("li", { onMouseEnter: act }, "Menu"),
    h("p", null, "Plain"),
    h("div", { onClick: done ? undefined : act }, "No longer"),
    h("div", { onMouseDown: act }, "Pressed"),
  ]);

render(page(false), document.getElementById("root"));
render(page(true), document.getElementById("root"));
