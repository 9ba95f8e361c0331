// Acts by synthetic events, where trusted input can't be had: as close to a person's as a page allows.
import type { PageAction } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { assertTakes, isHeld } from "@webserv/shared/model/field-text.ts";
import { differenceOf, dots } from "@webserv/shared/model/text-difference.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { FrameIds } from "../observe/frame-ids.ts";
import { setChecked } from "@webserv/shared/model/checking.ts";
import { checkState } from "./check-state.ts";
import { editingOf, isEditable } from "./editing.ts";
import { focus, selectContents, setValue, valueOf } from "./field.ts";
import { fieldOf } from "./field-within.ts";
import { readFrame } from "../observe/reading.ts";
import { focusedElement } from "../observe/composed-tree.ts";
import type { Point } from "./hit-test.ts";
import { elementAt } from "./hit-test.ts";
import type { LocateSources } from "./locate.ts";
import { locate } from "./locate.ts";
import { findOptions, selectOptions } from "./options.ts";
import { Scrolling } from "./scrolling.ts";
import { dragAlong } from "./synthetic-drag.ts";
import { pressKey } from "./synthetic-keys.ts";
import { chooseByScript } from "./synthetic-choice.ts";
import type { Gesture } from "./synthetic-pointer.ts";
import { hoverAt, pressAt } from "./synthetic-pointer.ts";
import { enterText } from "./synthetic-text.ts";
import { isTypedByKeys, typeKeys } from "./synthetic-typing.ts";
import { unshadowed } from "../unshadowed.ts";

export interface SynthesizeSources extends LocateSources {
  readonly ids: FrameIds;
}

type Synthesized = Result<"frame.synthesize">;

/** Longest search for the element, in ms, whatever is left of the call's time. */
const MAX_LOCATE_MS = 10_000;

/** How often an element is looked for that another thing comes to show; it has not been pressed before. */
const MAX_TRIES = 4;

/** @throws WebservError what `frame.locate` throws, and `unknown-key`, `no-such-option`, `value-refused` */
export async function synthesize(
  sources: SynthesizeSources,
  action: PageAction,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Synthesized> {
  const { finder } = sources;
  const find = (
    id: string,
    purpose: Params<"frame.locate">["purpose"],
    position: Params<"frame.locate">["position"] = "on",
  ): ReturnType<typeof locate> =>
    locate(
      sources,
      { id, purpose, position, timeoutMs: Math.min(timeoutMs, MAX_LOCATE_MS) },
      signal,
    );
  const click = async (id: string, gesture: Gesture): Promise<Target> => {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { target, ...point } = await find(id, "click");
      const element = elementAt(point, sources.shadowRootOf) ?? finder.find(id);
      hoverAt(element, point);
      // A list without keys can show another thing there as the pointer comes.
      if (sources.ids.likeness(finder.find(id)) === "other") continue;
      await pressAt(element, point, gesture, signal);
      return target;
    }
    throw new WebservError("moving", `"${id}" shows another thing each time the pointer comes`, {
      details: { id },
    });
  };
  switch (action.type) {
    case "click":
      return { target: await click(action.id, action) };
    case "check":
    case "uncheck": {
      const wanted = action.type === "check" ? "checked" : "unchecked";
      return await setChecked(action.id, wanted, {
        stateOf: (until) => checkState(finder, { id: action.id, until }, signal),
        click: () => click(action.id, {}),
      });
    }
    case "drag": {
      const { to, by, position } = action;
      const { target, x, y } = await find(action.id, "click");
      const start = { x, y };
      // To look for the other element may scroll this one out of view.
      const from = elementAt(start, sources.shadowRootOf) ?? finder.find(action.id);
      const end =
        to === undefined
          ? { x: x + (by?.x ?? 0), y: y + (by?.y ?? 0) }
          : await find(to, "hover", position);
      const elementAtPoint = (point: Point): Element | null =>
        elementAt(point, sources.shadowRootOf);
      dragAlong({ from, start, end, elementAt: elementAtPoint });
      return { target };
    }
    case "scroll": {
      const scrolling = new Scrolling(sources);
      const { id = null, direction, by } = action;
      const found = scrolling.find({ id, direction, by });
      scrolling.turnWheel(found);
      const scrolled = await scrolling.rested(signal);
      return { ...(found.target === undefined ? {} : { target: found.target }), scrolled };
    }
    case "hover": {
      const { target, ...point } = await find(action.id, "hover");
      hoverAt(elementAt(point, sources.shadowRootOf) ?? finder.find(action.id), point);
      return { target };
    }
    case "press": {
      const target = action.id === undefined ? undefined : focus(sources, { id: action.id }).target;
      pressKey(focusedElement(sources.shadowRootOf), action.key);
      return target === undefined ? {} : { target };
    }
    case "type":
      return await type(sources, action.id, action, (await find(action.id, "type")).target, signal);
    case "clear":
      return await type(
        sources,
        action.id,
        { text: "", mode: "replace" },
        (await find(action.id, "type")).target,
        signal,
      );
    case "select": {
      const { target, editing, ...point } = await find(action.id, "select");
      if (editing !== "select") {
        const value = await chooseByScript(sources, action, point, signal);
        return { target, value };
      }
      const found = findOptions(finder, sources.ids, action);
      focus(sources, { id: action.id });
      return { target, ...selectOptions(finder, { id: action.id, indices: found.indices }) };
    }
  }
}

interface Typing {
  readonly text: string;
  readonly mode?: "replace" | "append" | undefined;
  readonly enter?: boolean | undefined;
}

async function type(
  sources: SynthesizeSources,
  id: string,
  typing: Typing,
  target: Synthesized["target"],
  signal: AbortSignal,
): Promise<Synthesized> {
  const asked = fieldOf(sources, id);
  const editing = editingOf(asked);
  const mode = typing.mode ?? "replace";
  assertTakes({ id, editing, append: mode === "append" }, typing.text);
  focus(sources, { id, field: true });
  const element = await focusedAnew(sources, id, asked, signal);
  const before = await valueOf(sources, { id }, signal);
  if (editing === "setter") setValue(sources, { id, value: typing.text });
  else {
    const part = mode === "append" ? "end" : "all";
    await selectContents(sources, { id, part }, signal);
    await enter(sources, id, element, typing.text, mode);
  }
  if (typing.enter === true) pressKey(element, "Enter");
  const result = target === undefined ? {} : { target };
  if (!unshadowed(element).isConnected) return result;
  // Editors show what they have taken when the page is drawn.
  const drawn = editing === "contenteditable";
  const { value, secret = false } = await valueOf(sources, { id, drawn }, signal);
  const wanted = mode === "append" ? before.value + typing.text : typing.text;
  const told = { ...result, value: secret ? dots(value) : value };
  if (editing === "setter" || isHeld({ editing }, wanted, value)) return told;
  if (value === before.value && typing.enter !== true) {
    throw new WebservError("value-refused", `the field "${id}" did not take the text`, {
      details: { id, value: told.value.slice(0, 1000) },
    });
  }
  const difference = differenceOf(wanted, value, secret);
  return difference === undefined ? told : { ...told, difference };
}

/** A page may draw a field anew as it gets the focus: a reading tells which one has its id then. */
async function focusedAnew(
  sources: SynthesizeSources,
  id: string,
  asked: Element,
  signal: AbortSignal,
): Promise<Element> {
  if (unshadowed(asked).isConnected) return asked;
  await readFrame(sources, { prefix: sources.ids.prefix }, signal);
  focus(sources, { id, field: true });
  return fieldOf(sources, id);
}

/** What can't be typed by keys goes in whole: into what has the focus, where the field is gone by then. */
async function enter(
  sources: SynthesizeSources,
  id: string,
  element: Element,
  text: string,
  mode: "replace" | "append",
): Promise<void> {
  if (!isTypedByKeys(element, text)) {
    await enterText(element, text, mode);
    return;
  }
  const before = element.value;
  const rest = typeKeys(element, text, mode, sources.shadowRootOf);
  if (rest !== "") {
    const isThere = unshadowed(element).isConnected;
    if (isThere) focus(sources, { id, field: true });
    const next = isThere ? element : focusedElement(sources.shadowRootOf);
    if (!isEditable(next)) {
      throw new WebservError("slipped", `the page took "${id}" away while it was typed into`);
    }
    await enterText(next, rest, "append");
    return;
  }
  const isThere = mode === "replace" && before === text;
  // A page may refuse keys alone.
  if (!isThere && element.value === before && unshadowed(element).isConnected) {
    await enterText(element, text, mode);
  }
}
