import html from "solid-js/html";
import { render } from "solid-js/web";

const act = () => {};

render(
  () =>
    html`<main>
      <div onClick=${act}>Card</div>
      <div onClick=${[act, "data"]}>With data</div>
      <li onMouseEnter=${act}>Menu</li>
      <p>Plain</p>
      <div onPointerDown=${act}>Pressed</div>
      <button onClick=${act}>Add</button>
    </main>`,
  document.getElementById("root"),
);
