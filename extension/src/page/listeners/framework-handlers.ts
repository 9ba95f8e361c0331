// Finds handlers that frameworks keep beside an element while one listener at their root serves all: the handlers
// stand in properties of the page's own world alone.
import { handlerMark } from "@webserv/shared/protocol/handler-marks.ts";
import { natives } from "../platform/natives.ts";
import { kindOfEvent } from "./event-kinds.ts";

/**
 * Names the framework whose property it is; Svelte has had two ways, a property for each event and a record of all.
 */
export type Keeper = "react" | "solid" | "svelte" | "svelte-record" | "jquery" | "nobody";

/** Names the framework that keeps something of its own under this name of an element's property. */
export function keeperOf(name: string | symbol): Keeper {
  if (typeof name === "symbol") {
    return natives.apply(natives.symbolDescription, name, []) === "events"
      ? "svelte-record"
      : "nobody";
  }
  // These are the names of React 17 and later, and of React 16; what follows is random per copy of React.
  if (begins(name, "__reactProps$") || begins(name, "__reactEventHandlers$")) return "react";
  if (begins(name, "jQuery")) return "jquery";
  if (kindOfEvent(eventOf(name)) === undefined) return "nobody";
  if (begins(name, "$$")) return "solid";
  return begins(name, "__") ? "svelte" : "nobody";
}

/** Returns the handlers that `element` keeps under its property `name`, as marks. */
export function frameworkMarks(element: object, name: string | symbol, keeper: Keeper): number {
  const kept: unknown = natives.get(element, name);
  if (kept === null || (typeof kept !== "object" && typeof kept !== "function")) return 0;
  switch (keeper) {
    case "react":
      return reactMarks(kept);
    case "svelte-record":
      return svelteMarks(kept);
    case "solid":
    case "svelte": {
      // The value is a handler, or a list of one and its arguments.
      const kind = kindOfEvent(eventOf(String(name)));
      return kind === undefined ? 0 : handlerMark(keeper, kind);
    }
    case "jquery":
    case "nobody":
      return 0;
  }
}

type ReactEvent =
  | "Click"
  | "DoubleClick"
  | `${"Mouse" | "Pointer"}${"Down" | "Up" | "Enter" | "Over"}`
  | `Touch${"Start" | "End"}`
  | `Key${"Down" | "Up" | "Press"}`
  | "DragOver"
  | "Drop";
type ReactProps = Readonly<Partial<Record<`on${ReactEvent}` | `on${ReactEvent}Capture`, unknown>>>;

/**
 * Reads member by member: on ten thousand elements this takes a fifth of the time that a list of the props' names and
 * a look at each would take.
 */
function reactMarks(props: ReactProps): number {
  let marks = 0;
  if (isHandler(props.onClick) || isHandler(props.onClickCapture)) {
    marks |= handlerMark("react", "click");
  }
  if (
    isHandler(props.onMouseDown) ||
    isHandler(props.onMouseDownCapture) ||
    isHandler(props.onMouseUp) ||
    isHandler(props.onMouseUpCapture) ||
    isHandler(props.onPointerDown) ||
    isHandler(props.onPointerDownCapture) ||
    isHandler(props.onPointerUp) ||
    isHandler(props.onPointerUpCapture) ||
    isHandler(props.onTouchStart) ||
    isHandler(props.onTouchStartCapture) ||
    isHandler(props.onTouchEnd) ||
    isHandler(props.onTouchEndCapture) ||
    isHandler(props.onDoubleClick) ||
    isHandler(props.onDoubleClickCapture)
  ) {
    marks |= handlerMark("react", "press");
  }
  if (
    isHandler(props.onMouseEnter) ||
    isHandler(props.onMouseOver) ||
    isHandler(props.onMouseOverCapture) ||
    isHandler(props.onPointerEnter) ||
    isHandler(props.onPointerOver) ||
    isHandler(props.onPointerOverCapture)
  ) {
    marks |= handlerMark("react", "hover");
  }
  if (
    isHandler(props.onKeyDown) ||
    isHandler(props.onKeyDownCapture) ||
    isHandler(props.onKeyUp) ||
    isHandler(props.onKeyUpCapture) ||
    isHandler(props.onKeyPress) ||
    isHandler(props.onKeyPressCapture)
  ) {
    marks |= handlerMark("react", "key");
  }
  if (
    isHandler(props.onDragOver) ||
    isHandler(props.onDragOverCapture) ||
    isHandler(props.onDrop) ||
    isHandler(props.onDropCapture)
  ) {
    marks |= handlerMark("react", "drag");
  }
  return marks;
}

function svelteMarks(handlers: object): number {
  let marks = 0;
  const events = natives.ownKeys(handlers);
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    const kind = typeof event === "string" ? kindOfEvent(event) : undefined;
    if (event === undefined || kind === undefined) continue;
    if (isHandler(natives.get(handlers, event))) marks |= handlerMark("svelte", kind);
  }
  return marks;
}

function isHandler(value: unknown): boolean {
  return typeof value === "function";
}

/** Returns the event of a name such as `$$click` or `__click`. */
function eventOf(name: string): string {
  return String(natives.apply(natives.slice, name, [2]));
}

function begins(text: string, beginning: string): boolean {
  return natives.apply(natives.startsWith, text, [beginning]) === true;
}
