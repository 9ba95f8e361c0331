// Finds the control that a library has drawn for a select which it hides: beside the select, or around it.
import { cachedPerReading } from "../../dom/reading-cache.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Returns the hidden select that an element is drawn for; only the main control of a drawing has one. */
export function selectBehind(drawn: Element): HTMLSelectElement | undefined {
  return drawingsIn(unshadowed(drawn).getRootNode()).controls.get(drawn);
}

/** Returns the hidden select that an element is, or in whose drawing it stands, and that drawing's main control. */
export function drawingAround(
  element: Element,
): { readonly select: HTMLSelectElement; readonly control: Element } | undefined {
  const { holders, controls } = drawingsIn(unshadowed(element).getRootNode());
  for (const [control, select] of element instanceof HTMLSelectElement ? controls : []) {
    if (select === element) return { select, control };
  }
  for (let at: Element | null = element; at !== null; at = unshadowed(at).parentElement) {
    const control = holders.get(at);
    const select = control === undefined ? undefined : controls.get(control);
    if (control !== undefined && select !== undefined) return { select, control };
  }
  return undefined;
}

interface Drawings {
  /** The main control of each drawing, by the element that holds all of the drawing. */
  readonly holders: ReadonlyMap<Element, Element>;
  readonly controls: ReadonlyMap<Element, HTMLSelectElement>;
}

const drawingsIn = cachedPerReading((root: Node): Drawings => {
  const holders = new Map<Element, Element>();
  const controls = new Map<Element, HTMLSelectElement>();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return { holders, controls };
  for (const select of root.querySelectorAll("select")) {
    if (!isHidden(select)) continue;
    const holder = holderOf(select);
    const control = holder === undefined ? undefined : mainControl(holder, select.multiple);
    if (holder === undefined || control === undefined || controls.has(control)) continue;
    holders.set(holder, control);
    controls.set(control, select);
  }
  return { holders, controls };
});

/** Tells whether nobody uses a select itself. Its library may leave it a box, so that the browser can validate it. */
function isHidden(select: HTMLSelectElement): boolean {
  if (!select.checkVisibility({ visibilityProperty: true })) return true;
  if (!(Number.parseInt(select.getAttribute("tabindex") ?? "", 10) < 0)) return false;
  const { width, height } = select.getBoundingClientRect();
  if (width <= 1 || height <= 1 || select.closest('[aria-hidden="true"]') !== null) return true;
  return !select.checkVisibility({ opacityProperty: true });
}

/** Returns the list's opener around a select, or else the drawing right after it. */
function holderOf(select: HTMLSelectElement): Element | undefined {
  const around = select.parentElement?.closest(OPENERS) ?? null;
  if (around !== null && isAlone(select, around)) return around;
  const after = select.nextElementSibling;
  return after !== null && isDrawing(after) ? after : undefined;
}

/**
 * Tells whether an element is no more than a drawing: it shows, holds a control, and nothing in it sends or leads
 * anywhere by itself.
 */
function isDrawing(holder: Element): boolean {
  const own = unshadowed(holder);
  return !own.matches(NOT_DRAWN) && own.checkVisibility() && own.querySelector(NOT_DRAWN) === null;
}

function isAlone(select: HTMLSelectElement, holder: Element): boolean {
  return holder.checkVisibility() && unshadowed(holder).querySelectorAll("select").length === 1;
}

const OPENERS = '[role~="combobox"], [role~="listbox"], [aria-haspopup]';
const NOT_DRAWN =
  'form, input[name]:not([name=""]), select, textarea[name], input[type="submit" i], button[type="submit" i], ' +
  'button:not([type]), a[href]:not([href^="#"], [href^="javascript:" i], [href=""]), iframe';

/** Returns the combobox, or the field for the text of a list of several; else what takes a click first. */
function mainControl(holder: Element, multiple: boolean): Element | undefined {
  const own = unshadowed(holder);
  const first = (selector: string): Element | undefined =>
    own.matches(selector) ? holder : (own.querySelector(selector) ?? undefined);
  const field = first('input:not([type="hidden" i])');
  if (multiple && field !== undefined) return field;
  return (
    first('[role~="combobox"]') ?? first('a, button, [tabindex="0"], [aria-haspopup]') ?? field
  );
}
