// Makes a page of Shoelace's components, whose controls all stand in shadow roots.
import type { MadePage } from "./made-page.ts";

const HOME = "/node_modules/@shoelace-style/shoelace/cdn";

export function shoelacePages(): MadePage[] {
  return [
    {
      library: "shoelace",
      name: "components",
      path: "/shoelace/components.html",
      html: page(BODY),
    },
    {
      library: "shoelace",
      name: "dialog",
      path: "/shoelace/dialog.html",
      html: page(BODY + DIALOG),
    },
  ];
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shoelace</title>
<link rel="stylesheet" href="${HOME}/themes/light.css">
<script type="module" src="${HOME}/shoelace.js"></script></head><body>${body}</body></html>`;
}

const BODY = `<h1>Bookings</h1>
<sl-breadcrumb><sl-breadcrumb-item href="/">Home</sl-breadcrumb-item><sl-breadcrumb-item>Bookings</sl-breadcrumb-item></sl-breadcrumb>
<sl-tab-group><sl-tab slot="nav" panel="new">New</sl-tab><sl-tab slot="nav" panel="old">Past</sl-tab><sl-tab slot="nav" panel="off" disabled>Cancelled</sl-tab>
<sl-tab-panel name="new"><form>
<sl-input name="guest" label="Guest" help-text="As in the passport" clearable value="Ada"></sl-input>
<sl-input type="password" label="Password" password-toggle></sl-input>
<sl-input type="number" label="Nights" min="1" max="30" value="2"></sl-input>
<sl-textarea label="Wishes"></sl-textarea>
<sl-select label="Room" value="double"><sl-option value="single">Single</sl-option><sl-option value="double">Double</sl-option></sl-select>
<sl-checkbox checked>Breakfast</sl-checkbox><sl-switch>Late arrival</sl-switch>
<sl-radio-group label="Floor" value="2"><sl-radio value="1">First</sl-radio><sl-radio value="2">Second</sl-radio></sl-radio-group>
<sl-radio-group label="PageView" value="sea"><sl-radio-button value="sea">Sea</sl-radio-button><sl-radio-button value="hill">Hill</sl-radio-button></sl-radio-group>
<sl-range label="Budget" min="0" max="100" value="40"></sl-range><sl-rating label="Last stay" value="3"></sl-rating>
<sl-color-picker label="Colour of the room" value="#4a90e2"></sl-color-picker>
<sl-button variant="primary" type="submit">Book</sl-button><sl-button disabled>Pay</sl-button><sl-button href="/terms">Terms</sl-button>
</form></sl-tab-panel><sl-tab-panel name="old"><p>None</p></sl-tab-panel><sl-tab-panel name="off"></sl-tab-panel></sl-tab-group>
<sl-button-group label="Pages"><sl-button>Previous</sl-button><sl-button>Next</sl-button></sl-button-group>
<sl-dropdown><sl-button slot="trigger" caret>Actions</sl-button><sl-menu><sl-menu-item value="copy">Copy</sl-menu-item><sl-menu-item value="move">Move</sl-menu-item></sl-menu></sl-dropdown>
<sl-dropdown open><sl-button slot="trigger" caret>Sort</sl-button><sl-menu><sl-menu-item type="checkbox" checked>By name</sl-menu-item><sl-menu-item>By date</sl-menu-item><sl-menu-item disabled>By price</sl-menu-item></sl-menu></sl-dropdown>
<sl-details summary="Rules"><p>No smoking. <a href="/rules">All rules</a></p></sl-details>
<sl-details summary="Way there" open><p>By train. <a href="/map">Map</a></p></sl-details>
<sl-alert open closable>The lift is out of order</sl-alert>
<sl-tag removable>Sea view</sl-tag><sl-icon-button name="gear" label="Settings"></sl-icon-button>
<sl-tooltip content="Ask us"><sl-button>Help</sl-button></sl-tooltip><sl-copy-button value="HS-1" copy-label="Copy the number"></sl-copy-button>
<sl-tree><sl-tree-item expanded>House<sl-tree-item>Garden</sl-tree-item><sl-tree-item>Cellar</sl-tree-item></sl-tree-item><sl-tree-item>Annexe</sl-tree-item></sl-tree>
<sl-split-panel style="height:80px"><div slot="start"><button>Left</button></div><div slot="end"><button>Right</button></div></sl-split-panel>
<sl-carousel navigation pagination style="height:120px"><sl-carousel-item>One</sl-carousel-item><sl-carousel-item>Two</sl-carousel-item></sl-carousel>`;

const DIALOG = `<sl-dialog label="Cancel the booking?" open>This can't be undone.<sl-button slot="footer">Keep it</sl-button><sl-button slot="footer" variant="danger">Cancel it</sl-button></sl-dialog>`;
