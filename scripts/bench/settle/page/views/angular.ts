// Makes the view in Angular with its zone, which replaces timers, promises, requests and listeners by its own.
import "zone.js";
import "@angular/compiler";
import { afterEveryRender, Component, provideZoneChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";

import type { MountView, View } from "../scene.ts";

const TEMPLATE = `<h1>Scene</h1>
  @if (kind === "type") { <input aria-label="Look up" (input)="act($event.target.value)"> }
  @else { <button [disabled]="state().disabled" (click)="act('')">Press here</button> }
  <p>{{ state().text }}</p>
  <ul>@for (item of state().items; track $index) { <li>{{ item }}</li> }</ul>
  @if (state().busy) { <div class="spinner" role="progressbar">Loading</div> }
  @if (state().skeleton) { <div class="skeleton"></div> }`;

export const angular: MountView = (root, first, events) => {
  const state = signal(first);
  const kind = root.dataset["control"] ?? "click";
  class Shown {
    readonly kind = kind;
    readonly state = state;
    constructor() {
      afterEveryRender(() => events.committed(state().turn));
    }
    act(value: string): void {
      events.act(value);
    }
  }
  Component({ selector: "scene-view", template: TEMPLATE })(Shown);
  root.append(document.createElement("scene-view"));
  void bootstrapApplication(Shown, { providers: [provideZoneChangeDetection()] });
  return { set: (next) => state.set(next) } satisfies View;
};
