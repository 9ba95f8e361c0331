// Acts by synthetic events, where trusted input can't be had: as close to a person's as a page allows.
import type { PageAction } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { setChecked } from "@webserv/shared/model/checking.ts";
import { checkState } from "./check-state.ts";
import { focus } from "./field.ts";
import { focusedElement } from "../dom/composed-tree.ts";
import type { Point } from "../dom/hit-test.ts";
import { elementAt } from "../dom/hit-test.ts";
import { locate } from "./locate.ts";
import { findOptions, selectOptions } from "./options.ts";
import { secrecyOf } from "../observe/secrecy/secrets.ts";
import { Scrolling } from "./scrolling.ts";
import { dragAlong } from "./synthetic-drag.ts";
import { pressKey } from "./synthetic-keys.ts";
import { chooseByScript } from "./synthetic-choice.ts";
import type { Gesture } from "./synthetic-pointer.ts";
import { hoverAt, pressAt } from "./synthetic-pointer.ts";
import type { SynthesizeSources } from "./synthesize-sources.ts";
import { typeByScript } from "./synthetic-type.ts";

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
  const { finder, early } = sources;
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
      early.tell({ target });
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
      const focused = focusedElement(sources.shadowRootOf);
      if (focused === null) return target === undefined ? {} : { target };
      const before = secrecyOf(focused);
      early.tell({ ...(target === undefined ? {} : { target }), ...before });
      pressKey(focused, action.key);
      const secrecy = { ...before, ...secrecyOf(focused) };
      return target === undefined ? secrecy : { target, ...secrecy };
    }
    case "type":
      return await typeByScript(sources, action, (await find(action.id, "type")).target, signal);
    case "clear": {
      const emptying = { id: action.id, text: "", mode: "replace" } as const;
      return await typeByScript(sources, emptying, (await find(action.id, "type")).target, signal);
    }
    case "select": {
      const { target, editing, ...point } = await find(action.id, "select");
      if (editing !== "select") {
        const onChoice = (): void => early.tell({ target });
        const value = await chooseByScript(sources, action, point, onChoice, signal);
        return { target, value };
      }
      const found = findOptions(finder, sources.ids, action);
      focus(sources, { id: action.id });
      early.tell({ target, ...(found.secret === true ? { secret: true } : {}) });
      return { target, ...selectOptions(finder, { id: action.id, indices: found.indices }) };
    }
  }
}
