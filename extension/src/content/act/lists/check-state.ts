// Tells whether a checkbox, radio button or switch is checked: a native one, or one that has an ARIA state.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Point } from "../../dom/hit-test.ts";
import { labelsOf } from "../../dom/labels.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";

type Checked = Result<"frame.check-state">;
type CheckState = Pick<Checked, "state" | "radio">;

/**
 * Returns the state of the element itself, of the control that it labels, or of the only such control in it. With
 * `until` it waits for that state.
 * @throws WebservError `not-checkable`
 */
export async function checkState(
  finder: ElementFinder,
  { id, until }: Params<"frame.check-state">,
  signal: AbortSignal,
): Promise<Checked> {
  const deadline = performance.now() + (until?.waitMs ?? 0);
  for (;;) {
    const element = finder.find(id);
    const now = stateOf(element);
    if (now === undefined) throw notCheckable(element, id);
    if (until === undefined || now.state === until.state || performance.now() >= deadline) {
      return { target: finder.target(id, element), ...now, byKeys: isForKeys(element) };
    }
    await nextFrame(signal);
  }
}

function stateOf(element: Element): CheckState | undefined {
  const own = ownState(element);
  if (own !== undefined) return own;
  if (element instanceof HTMLLabelElement) {
    return element.control === null ? undefined : ownState(element.control);
  }
  const inside = [...unshadowed(element).querySelectorAll(CHECKABLE)];
  const [only] = inside;
  return inside.length === 1 && only !== undefined ? ownState(only) : undefined;
}

/**
 * Tells whether a box is hidden, and the keyboard reaches it, while all that shows of it is a label in which a link or
 * a button takes each click.
 */
function isForKeys(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.disabled || element.tabIndex < 0) {
    return false;
  }
  const { width, height } = element.getBoundingClientRect();
  const { opacity, clip, clipPath } = getComputedStyle(element);
  const isHidden = width <= 1 || height <= 1 || opacity === "0" || clip !== "auto";
  if (!isHidden && clipPath === "none") return false;
  const labels = labelsOf(element);
  const points = labels.flatMap(pointsAcross);
  const isTaken = ({ x, y }: Point): boolean => {
    const control = document.elementFromPoint(x, y)?.closest(TAKING) ?? null;
    return control !== null && labels.some((label) => label.contains(control));
  };
  return points.length > 0 && points.every(isTaken);
}

/** Returns points from edge to edge of a label, level with its middle. */
function pointsAcross(label: HTMLLabelElement): Point[] {
  return [...label.getClientRects()].flatMap(({ left, top, width, height }) =>
    ACROSS.map((share) => ({ x: left + width * share, y: top + height / 2 })),
  );
}

const ACROSS = [0.05, 0.25, 0.5, 0.75, 0.95];

/** Selects what takes a click in a label for itself (HTML standard, interactive content). */
const TAKING = "a[href], button, select, textarea, summary, [role=link], [role=button]";

/** Returns undefined for any other element. `aria-pressed` does not count: a button is pressed, not checked. */
function ownState(element: Element): CheckState | undefined {
  if (element instanceof HTMLInputElement) {
    const radio = element.type === "radio";
    if (!radio && element.type !== "checkbox") return undefined;
    if (element.indeterminate && !radio) return { state: "mixed", radio };
    return { state: element.checked ? "checked" : "unchecked", radio };
  }
  const role = roleOf(element);
  const { ariaChecked } = unshadowed(element);
  // Options and tree items may have a state; the other roles always do, also if it is not written (ARIA 1.2, 5.4).
  if (!ROLES.has(role) && (ariaChecked === null || !MAYBE_CHECKED.has(role))) return undefined;
  const radio = role === "radio" || role === "menuitemradio";
  if (ariaChecked === "mixed") return { state: "mixed", radio };
  return { state: ariaChecked === "true" ? "checked" : "unchecked", radio };
}

const ROLES: ReadonlySet<string> = new Set([
  "checkbox",
  "switch",
  "menuitemcheckbox",
  "radio",
  "menuitemradio",
]);

const MAYBE_CHECKED: ReadonlySet<string> = new Set(["option", "treeitem"]);

const CHECKABLE = [
  'input[type="checkbox" i], input[type="radio" i]',
  ...[...ROLES].map((role) => `[role~="${role}"]`),
].join(", ");

function notCheckable(element: Element, id: string): WebservError {
  const what = unshadowed(element).localName;
  return new WebservError("not-checkable", `"${id}" is a <${what}> that is neither on nor off`, {
    details: { id },
  });
}
