import { html, LitElement, nothing } from "lit";

const act = () => {};

class Page extends LitElement {
  static properties = { done: { state: true } };

  render() {
    return html`<main>
      <div @click=${act}>Card</div>
      <li @mouseenter=${act}>Menu</li>
      <p>Plain</p>
      <div @click=${this.done ? nothing : act}>No longer</div>
      <button @click=${act}>Add</button>
    </main>`;
  }
}

customElements.define("lit-page", Page);
const page = document.querySelector("lit-page");
await page.updateComplete;
page.done = true;
await page.updateComplete;
