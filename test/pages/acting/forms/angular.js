import "@angular/compiler";
import { Component } from "@angular/core";
import { FormsModule } from "@angular/forms";
import { bootstrapApplication } from "@angular/platform-browser";

import { fields, initial, sizes } from "./fields.js";

export function angular(root) {
  const state = { ...initial };
  window.held = () => ({ ...state });
  class Form {
    state = state;
    sizes = Object.entries(sizes);
  }
  const inputs = fields.map(
    ([name, type]) =>
      `<input type="${type}" name="${name}" aria-label="${name}" [(ngModel)]="state.${name}">`,
  );
  Component({
    selector: "ng-form-page",
    imports: [FormsModule],
    template: `<form>${inputs.join("")}
      <textarea name="note" aria-label="note" [(ngModel)]="state.note"></textarea>
      <input type="checkbox" name="agreed" aria-label="agreed" [(ngModel)]="state.agreed">
      <select name="size" aria-label="size" [(ngModel)]="state.size">
        @for (size of sizes; track size[0]) { <option [value]="size[0]">{{ size[1] }}</option> }
      </select></form>`,
  })(Form);
  root.append(document.createElement("ng-form-page"));
  void bootstrapApplication(Form);
}
