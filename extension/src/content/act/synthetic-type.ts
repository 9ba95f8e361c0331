// type and clear by synthetic events: the field gets the focus and the text, and is then read back.
import type { Target } from "@webserv/shared/model/step.ts";
import { judgeEntered } from "@webserv/shared/model/entered-text.ts";
import { assertTakes } from "@webserv/shared/model/field-text.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { dots } from "@webserv/shared/model/text-difference.ts";
import { nextFrame } from "../dom/next-frame.ts";
import { focusedElement } from "../dom/composed-tree.ts";
import { readFrame } from "../observe/reading.ts";
import { secrecyOf } from "../observe/secrecy/secrets.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import { editingOf, isEditable } from "./editing.ts";
import { focus, heldValue, selectContents, setValue } from "./field.ts";
import { fieldOf } from "./field-within.ts";
import { pressKey } from "./synthetic-keys.ts";
import { enterText } from "./synthetic-text.ts";
import type { TypedKeys } from "./synthetic-typing.ts";
import { typeKeys } from "./synthetic-typing.ts";
import type { SynthesizeSources } from "./synthesize-sources.ts";
import { TextPlaces } from "./text-places.ts";

type Synthesized = Result<"frame.synthesize">;

interface Typing {
  readonly id: string;
  readonly text: string;
  readonly mode?: "replace" | "append" | undefined;
  readonly enter?: boolean | undefined;
}

/** @throws WebservError what `frame.set-value` throws, and `value-refused` */
export async function typeByScript(
  sources: SynthesizeSources,
  { id, text: given, mode = "replace", enter }: Typing,
  target: Target,
  signal: AbortSignal,
): Promise<Synthesized> {
  const { early } = sources;
  const asked = fieldOf(sources, id);
  const editing = editingOf(asked);
  const append = mode === "append";
  assertTakes({ id, editing, append }, given);
  const text = given.replace(/\r\n?/g, "\n");
  focus(sources, { id, field: true });
  const element = await focusedAnew(sources, id, asked, signal);
  if (editing === "setter") {
    early.tell({ target, ...secrecyOf(element) });
    const { value, secret } = setValue(sources, { id, value: text });
    const told = secret === true ? { target, value: dots(value), secret } : { target, value };
    early.tell(told);
    if (enter === true) pressKey(element, "Enter");
    return told;
  }
  const before = await selectContents(sources, { id, part: append ? "end" : "all" }, signal);
  const { shadowRootOf } = sources;
  const { length: characters } = Array.from(text);
  const places = new TextPlaces({ field: element, replaces: !append, characters, shadowRootOf });
  sources.textAnswer.begin(element, () => places.haveChanged());
  sources.textAnswer.hear();
  const isSecret = before.secret === true || secrecyOf(element).secret === true;
  early.tell({ target, ...(isSecret ? { secret: true } : {}) });
  const typed = await enterOnce(sources, { id, element, text, mode }, places, signal);
  // Pages and editors show what they have taken when they are drawn.
  await nextFrame(signal);
  const into = places.into.filter(isEditable);
  const field = fieldNow(sources, id) ?? into.at(-1);
  const fields = into.map((each) => heldValue(each, id));
  const own = field === undefined ? undefined : heldValue(field, id);
  const secrecy = [before, own, ...fields, secrecyOf(element)].some((each) => each?.secret)
    ? ({ secret: true } as const)
    : {};
  const after =
    own === undefined
      ? undefined
      : {
          ...own,
          ...secrecy,
          fields,
          // What a script sends comes to whoever listens.
          heard: true,
        };
  const outcome = judgeEntered({ id, text, append, editing, before, after, ...typed });
  const told = { target, ...outcome, ...secrecy };
  early.tell(told);
  if (enter === true && field !== undefined) pressKey(places.now() ?? field, "Enter");
  return told;
}

/** A page may draw a field anew as it gets the focus: a reading tells which one has its id then. */
async function focusedAnew(
  sources: SynthesizeSources,
  id: string,
  asked: Element,
  signal: AbortSignal,
): Promise<Element> {
  if (unshadowed(asked).isConnected) return asked;
  await readFrame(sources, { prefix: sources.ids.prefix, aside: true }, signal);
  focus(sources, { id, field: true });
  return fieldOf(sources, id);
}

interface Entry {
  readonly id: string;
  readonly element: Element;
  readonly text: string;
  readonly mode: "replace" | "append";
}

/** Each part of the text comes to the page once; what has not come goes in whole where that can be. */
async function enterOnce(
  sources: SynthesizeSources,
  { id, element, text, mode }: Entry,
  places: TextPlaces,
  signal: AbortSignal,
): Promise<TypedKeys> {
  if (text === "" && mode === "append") return { unsent: "", entered: false };
  if (text === "") return { unsent: "", entered: await enterText(element, text, mode) };
  const typed = await typeKeys(element, text, mode, places, signal);
  if (typed.unsent === "") return typed;
  const field = await regained(sources, id, element, signal);
  if (field === undefined) return typed;
  const entered = await enterText(field, typed.unsent, "append");
  return { unsent: "", entered: typed.entered || entered };
}

/** Undefined where the page has locked the field, or taken it away. */
async function regained(
  sources: SynthesizeSources,
  id: string,
  element: Element,
  signal: AbortSignal,
): Promise<Element | undefined> {
  try {
    const field = await focusedAnew(sources, id, element, signal);
    focus(sources, { id, field: true });
    return focusedElement(sources.shadowRootOf) === field && !isLocked(field) ? field : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WebservError) return undefined;
    throw error;
  }
}

function isLocked(field: Element): boolean {
  const isReadOnly = "readOnly" in field && field.readOnly === true;
  return isReadOnly || unshadowed(field).matches(":disabled");
}

function fieldNow(sources: SynthesizeSources, id: string): Element | undefined {
  try {
    const field = fieldOf(sources, id);
    // A page may turn a cell back into plain text once it has the text.
    return isEditable(field) ? field : undefined;
  } catch (error) {
    if (error instanceof WebservError) return undefined;
    throw error;
  }
}
