// Finds handlers that frameworks keep beside the element: React binds all events at its root, and
// only the element's props, a property of the page's own world, say what it reacts to.
import type { Channel } from "./channel.ts";
import { isInstance, natives } from "./natives.ts";

const PROPS_PREFIX = "__reactProps$";
const HOVER_PROPS = ["onMouseEnter", "onMouseOver", "onPointerEnter", "onPointerOver"];

export function answerScans(channel: Channel): void {
  channel.onScan(() => {
    let key: string | undefined;
    const walker: unknown = natives.apply(natives.createTreeWalker, document, [document, 1]);
    for (;;) {
      const element: unknown = natives.apply(natives.nextNode, walker, []);
      if (!isInstance(natives.Element, element)) return;
      key ??= propsKey(element);
      if (key === undefined) continue;
      noteProps(channel, element, natives.get(element, key));
    }
  });
}

function noteProps(channel: Channel, element: Element, props: unknown): void {
  if (typeof props !== "object" || props === null) return;
  if (isHandler(props, "onClick")) channel.element("click", element);
  for (let index = 0; index < HOVER_PROPS.length; index++) {
    const name = HOVER_PROPS[index];
    if (name !== undefined && isHandler(props, name)) {
      channel.element("hover", element);
      return;
    }
  }
}

function isHandler(props: object, name: string): boolean {
  return typeof natives.get(props, name) === "function";
}

/** The name is random per copy of React and the same on every element of that copy. */
function propsKey(element: Element): string | undefined {
  const keys: unknown = natives.keys(element);
  if (!Array.isArray(keys)) return undefined;
  for (let index = 0; index < keys.length; index++) {
    const key: unknown = keys[index];
    if (typeof key === "string" && natives.apply(natives.startsWith, key, [PROPS_PREFIX])) {
      return key;
    }
  }
  return undefined;
}
