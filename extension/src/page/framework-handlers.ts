// Finds handlers that frameworks keep beside an element while one listener at their root serves all:
// what the element reacts to stands in properties of the page's own world alone.
import type { HandlerSource } from "@webserv/shared/protocol/page-bridge.ts";
import { handlerMark } from "@webserv/shared/protocol/page-bridge.ts";
import { kindOfEvent } from "./event-kinds.ts";
import { natives } from "./natives.ts";

/** What `element` keeps under its own property `name`, as marks. */
export function frameworkMarks(element: object, name: PropertyKey): number {
  if (typeof name === "symbol") return isSvelteSymbol(name) ? svelteMarks(element, name) : 0;
  if (typeof name !== "string") return 0;
  if (begins(name, "$$")) return ownHandler(element, name, "$$", "solid");
  if (!begins(name, "__")) return 0;
  if (isReactName(name)) return reactMarks(natives.get(element, name));
  // Svelte's first way, where a handler with arguments is a list.
  return ownHandler(element, name, "__", "svelte");
}

/** React 17 and later, React 16; what follows is random per copy of React. */
export function isReactName(name: PropertyKey): boolean {
  return (
    typeof name === "string" &&
    (begins(name, "__reactProps$") || begins(name, "__reactEventHandlers$"))
  );
}

export function begins(text: string, beginning: string): boolean {
  return natives.apply(natives.startsWith, text, [beginning]) === true;
}

/** React's names for the events of a kind; `Capture` may follow each. */
const REACT_PROPS = {
  click: ["onClick"],
  press: [
    "onMouseDown",
    "onPointerDown",
    "onTouchStart",
    "onMouseUp",
    "onPointerUp",
    "onTouchEnd",
    "onDoubleClick",
  ],
  hover: ["onMouseEnter", "onMouseOver", "onPointerEnter", "onPointerOver"],
  key: ["onKeyDown", "onKeyUp", "onKeyPress"],
} as const;

function reactMarks(props: unknown): number {
  if (typeof props !== "object" || props === null) return 0;
  return (
    reactMark(props, "click") |
    reactMark(props, "press") |
    reactMark(props, "hover") |
    reactMark(props, "key")
  );
}

function reactMark(props: object, kind: keyof typeof REACT_PROPS): number {
  const names = REACT_PROPS[kind];
  for (let index = 0; index < names.length; index++) {
    const name = names[index];
    if (isHandler(props, `${name}`) || isHandler(props, `${name}Capture`)) {
      return handlerMark("react", kind);
    }
  }
  return 0;
}

function isHandler(owner: object, name: string): boolean {
  return typeof natives.get(owner, name) === "function";
}

/** A handler under a property named after its event: `$$click` (Solid), `__click` (Svelte). */
function ownHandler(
  element: object,
  name: string,
  prefix: string,
  source: HandlerSource,
): number {
  const kind = kindOfEvent(String(natives.apply(natives.slice, name, [prefix.length])));
  if (kind === undefined) return 0;
  const handler: unknown = natives.get(element, name);
  const isSet = typeof handler === "function" || (typeof handler === "object" && handler !== null);
  return isSet ? handlerMark(source, kind) : 0;
}

/** Svelte's second way: a record of handlers under `Symbol("events")`. */
function isSvelteSymbol(name: symbol): boolean {
  return natives.apply(natives.symbolDescription, name, []) === "events";
}

function svelteMarks(element: object, name: symbol): number {
  const handlers: unknown = natives.get(element, name);
  if (typeof handlers !== "object" || handlers === null) return 0;
  let marks = 0;
  const events = natives.ownKeys(handlers);
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    const kind = typeof event === "string" ? kindOfEvent(event) : undefined;
    if (kind !== undefined && isHandler(handlers, String(event))) {
      marks |= handlerMark("svelte", kind);
    }
  }
  return marks;
}
