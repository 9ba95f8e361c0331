// Looks at the controls that stand in an element: how many there are, and whether a click is theirs.
import { handlerSources } from "@webserv/shared/protocol/handler-marks.ts";
import type { Box, ElementPart, Interaction, Part } from "../tree/parts.ts";
import { isBlank } from "../tree/parts.ts";

/** Counts the controls in `parts`, up to about `enough`. */
export function countInteractive(parts: readonly Part[], enough: number): number {
  let count = 0;
  for (const part of parts) {
    if (count >= enough) break;
    if (part.kind === "text") continue;
    if (part.kind === "unread") {
      count += Math.round(part.count * part.controls);
      continue;
    }
    if (part.interaction !== undefined && takesClicks(part.interaction)) count++;
    count += countInteractive(part.children, enough - count);
  }
  return count;
}

/** Tells whether each control in `parts` has a listener of its own for clicks. */
export function allListen(parts: readonly Part[]): boolean {
  return parts.every((part) => {
    if (part.kind === "text") return true;
    if (part.kind === "unread") return false;
    const { interaction, children } = part;
    if (interaction === undefined || !takesClicks(interaction)) return allListen(children);
    return interaction.evidence.some((word) => CLICK_LISTENERS.has(word));
  });
}

/** How evidence calls listeners for clicks. */
const CLICK_LISTENERS: ReadonlySet<string> = new Set(["onclick", ...Object.keys(handlerSources)]);

/** Tells whether clicks on an element are its own, and not those of what it stands in. */
function takesClicks(interaction: Interaction): boolean {
  return !isPassive(interaction) && interaction.not !== "inert" && interaction.not !== THROUGH;
}

/** The pointer goes through such an element, and meets what is behind or around it. */
export const THROUGH = "pointer-events: none";

/**
 * Moves hovering from an element that only listens for the pointer to the one control that it holds and nothing
 * else: that is where a person points. Returns whether it did.
 */
export function passHoverToControl(around: Interaction, children: readonly Part[]): boolean {
  // An element that can be dragged, or dragged to, is more than the control in it.
  if (!isPassive(around) || around.draggable || countInteractive(children, 2) !== 1) return false;
  const control = onlyControl(children);
  if (control?.interaction?.clickable !== true || !saysNothingElse(children)) return false;
  const { evidence } = control.interaction;
  control.interaction = {
    ...control.interaction,
    hoverable: true,
    evidence: [...new Set([...evidence, ...around.evidence])],
  };
  return true;
}

/**
 * Takes the listener from what fills a button or a link: a click on it is one on the button. Nothing is taken if
 * anything stands beside it, such as the words of a tag that can be removed, or a picture without a name that takes the
 * middle. Nor is it if more than a listener speaks for it.
 * @param contents the contents of the button; they are changed
 */
export function joinListener(button: Box, contents: Part[]): void {
  if (countInteractive(contents, 2) !== 1 || !saysNothingElse(contents)) return;
  dissolveListener(contents, (button.left + button.right) / 2, (button.top + button.bottom) / 2);
}

function dissolveListener(parts: Part[], x: number, y: number): boolean {
  return parts.some((part, at) => {
    if (part.kind !== "element") return false;
    if (part.interaction === undefined) return dissolveListener(part.children, x, y);
    if (onlyListens(part) && holds(part.box, x, y)) parts.splice(at, 1, ...part.children);
    return true;
  });
}

function holds(box: Box | undefined, x: number, y: number): boolean {
  return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function onlyListens({ interaction, layout, mark }: ElementPart): boolean {
  if (interaction === undefined || layout !== undefined || mark !== undefined) return false;
  const { hoverable, draggable, field, evidence } = interaction;
  const isMore = hoverable || draggable || field !== undefined;
  return !isMore && !evidence.some((word) => BESIDE_LISTENERS.has(word));
}

/** Lists the evidence that speaks for a control besides its listeners. */
const BESIDE_LISTENERS: ReadonlySet<string> = new Set(
  "tag editable role label pointer focusable grip entry hover-rule entries frame".split(" "),
);

function onlyControl(parts: readonly Part[]): ElementPart | undefined {
  for (const part of parts) {
    if (part.kind !== "element") continue;
    const found = part.interaction === undefined ? onlyControl(part.children) : part;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Tells whether an element only listens for hovering or dragging, and so takes no click from what it stands in. */
export function isPassive(interaction: Interaction): boolean {
  const { clickable, hoverable, draggable, field, disabled } = interaction;
  return (hoverable || draggable) && !clickable && field === undefined && !disabled;
}

/** Tells whether parts hold controls and nothing else: the pointer cursor around is the control's then. */
export function saysNothingElse(parts: readonly Part[]): boolean {
  return parts.every(
    (part) =>
      isBlank(part) ||
      (part.kind === "element" &&
        (part.interaction !== undefined || saysNothingElse(part.children))),
  );
}

/** Tells whether a part can be acted on, or holds something that can. */
export function holdsInteractive(part: Part): boolean {
  return (
    part.kind === "element" &&
    (part.interaction !== undefined || part.children.some(holdsInteractive))
  );
}

/** Tells whether the controls in a box leave most of it free. */
export function isMostlyFree(box: Box, children: readonly Part[]): boolean {
  return areaOfControls(children) * 2 < areaOf(box);
}

function areaOfControls(parts: readonly Part[]): number {
  let area = 0;
  for (const part of parts) {
    if (part.kind !== "element") continue;
    if (part.interaction === undefined) area += areaOfControls(part.children);
    else if (part.box !== undefined) area += areaOf(part.box);
  }
  return area;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
