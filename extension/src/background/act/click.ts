// click: moves the pointer to the element, presses the button and releases it.
import type { ActionOf, AskedOf } from "@webserv/shared/model/action.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const click: Act<"click"> = {
  run,
  needs: "page",
  confirmsItself: true,
  opensBehind,
  words: clickWords,
};

async function run(action: ActionOf<"click">, context: ActionContext): Promise<ActionResult> {
  const { target } = await context.point(
    action.id,
    "click",
    (spot) => context.hands.pressButton(spot, action),
    { at: action.at },
  );
  return { target };
}

function opensBehind({ button, modifiers = [] }: AskedOf<"click">): boolean {
  // With Shift, a new tab comes to the front.
  if (modifiers.includes("Shift")) return false;
  return button === "middle" || modifiers.includes("Control") || modifiers.includes("Meta");
}

function clickWords({ id, button = "left", count = 1 }: AskedOf<"click">): string {
  const verb = ["Click", "Double-click", "Triple-click"][count - 1] ?? "Click";
  return button === "left"
    ? `${verb} ${called(id)}`
    : `${verb} ${called(id)} with the ${button} button`;
}
