// Acts by synthetic events, where trusted input can't be had: as close to a person's as a page allows.
import type { PageAction } from "@webserv/shared/model/action.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { FrameIds } from "../observe/frame-ids.ts";
import { setChecked } from "@webserv/shared/model/checking.ts";
import { checkState } from "./check-state.ts";
import { editingOf } from "./editing.ts";
import { focus, selectContents, setValue, valueOf } from "./field.ts";
import { focusedElement } from "../observe/composed-tree.ts";
import type { Point } from "./hit-test.ts";
import { elementAt } from "./hit-test.ts";
import type { LocateSources } from "./locate.ts";
import { locate } from "./locate.ts";
import { findOptions, selectOptions } from "./options.ts";
import { Scrolling } from "./scrolling.ts";
import { dragAlong } from "./synthetic-drag.ts";
import { pressKey } from "./synthetic-keys.ts";
import { clickAt, hoverAt } from "./synthetic-pointer.ts";
import { enterText } from "./synthetic-text.ts";
import { unshadowed } from "../unshadowed.ts";

export interface SynthesizeSources extends LocateSources {
  readonly ids: FrameIds;
}

type Synthesized = Result<"frame.synthesize">;

/** Longest search for the element, in ms, whatever is left of the call's time. */
const MAX_LOCATE_MS = 10_000;

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
  switch (action.type) {
    case "click": {
      const { target, ...point } = await find(action.id, "click");
      const element = elementAt(point, sources.shadowRootOf) ?? finder.find(action.id);
      await clickAt(element, point, action, signal);
      return { target };
    }
    case "check":
    case "uncheck": {
      const wanted = action.type === "check" ? "checked" : "unchecked";
      const clickOnce = async (): Promise<Synthesized["target"]> => {
        const { target, ...point } = await find(action.id, "click");
        const element = elementAt(point, sources.shadowRootOf) ?? finder.find(action.id);
        await clickAt(element, point);
        return target;
      };
      return await setChecked(action.id, wanted, {
        stateOf: (until) => checkState(finder, { id: action.id, until }, signal),
        click: clickOnce,
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
      const target = action.id === undefined ? undefined : focus(finder, action.id).target;
      pressKey(focusedElement(sources.shadowRootOf), action.key);
      return target === undefined ? {} : { target };
    }
    case "type":
      return await type(sources, action.id, action, (await find(action.id, "type")).target);
    case "clear":
      return await type(
        sources,
        action.id,
        { text: "", mode: "replace" },
        (await find(action.id, "type")).target,
      );
    case "select": {
      const { target } = await find(action.id, "select");
      const found = findOptions(finder, sources.ids, action);
      focus(finder, action.id);
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
): Promise<Synthesized> {
  const { finder } = sources;
  const element = finder.find(id);
  focus(finder, id);
  if (editingOf(element) === "setter") setValue(finder, { id, value: typing.text });
  else {
    selectContents(finder, { id, part: typing.mode === "append" ? "end" : "all" });
    enterText(element, typing.text, typing.mode ?? "replace");
  }
  if (typing.enter === true) pressKey(element, "Enter");
  const result = target === undefined ? {} : { target };
  if (!unshadowed(element).isConnected) return result;
  const { value, secret } = valueOf(finder, id);
  return { ...result, value: secret === true ? "•".repeat(value.length) : value };
}
