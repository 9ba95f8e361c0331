// Finds and selects options of a select.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { FrameIds } from "../../observe/identity/frame-ids.ts";
import { secrecyOf } from "../../observe/secrecy/secrets.ts";
import {
  groupLabel,
  isOptionDisabled,
  isOptionShown,
  optionText,
} from "../../observe/state/select-state.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import type { RestSources } from "./rest.ts";
import { Rest } from "./rest.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { boundedWords } from "../../observe/state/bounded-words.ts";

/** The most options that an error lists. */
const MAX_LISTED = 30;

/** Finds options as `findOptions` does, also such as come within `waitMs`, or until the page has finished reacting. */
export async function awaitOptions(
  sources: RestSources & { readonly finder: ElementFinder; readonly ids: FrameIds },
  params: Params<"frame.find-options">,
  signal: AbortSignal,
): Promise<Result<"frame.find-options">> {
  const { finder, ids } = sources;
  const { waitMs = 0 } = params;
  if (waitMs === 0) return findOptions(finder, ids, params);
  const deadline = performance.now() + waitMs;
  const rest = new Rest(sources, waitMs, signal);
  try {
    for (;;) {
      const isOver = performance.now() >= deadline;
      // Options may come that the action has not asked for, as long as there is nothing to choose from.
      const isLast = isOver || (rest.hasCome && hasChoice(selectOf(finder, params.id)));
      try {
        return findOptions(finder, ids, params);
      } catch (error) {
        const isMissing = error instanceof WebservError && error.code === "no-such-option";
        if (isLast || !isMissing) throw error;
      }
      await nextFrame(signal);
    }
  } finally {
    rest.end();
  }
}

function hasChoice(select: HTMLSelectElement): boolean {
  return [...select.options].some((option) => option.value !== "" && !isOptionDisabled(option));
}

/**
 * Finds options by id, by value, by text, then by text without regard to case and spaces. A value or text that the
 * observation cut is found by its cut form as well.
 * @throws WebservError `not-a-select`, `no-such-option` with the options there are, or `ambiguous` if several have
 *   the words, as in different groups
 */
function findOptions(
  finder: ElementFinder,
  ids: FrameIds,
  params: Params<"frame.find-options">,
): Result<"frame.find-options"> {
  const select = selectOf(finder, params.id);
  const options = [...select.options];
  const indices = params.options.map((wanted) => {
    const found = optionsFor(options, wanted, ids);
    const [first] = found;
    if (first === undefined) throw noSuchOption(options, params.id, wanted);
    if (new Set(found.map(({ value }) => value)).size > 1) {
      throw ambiguous(found, params.id, wanted);
    }
    return options.indexOf(first);
  });
  const at = (test: (option: HTMLOptionElement) => boolean): number[] =>
    options.flatMap((option, index) => (test(option) ? [index] : []));
  return {
    indices,
    multiple: select.multiple,
    selected: at((option) => option.selected),
    disabled: at((option) => isOptionDisabled(option) || !isOptionShown(option)),
    count: options.length,
    open: select.matches(":open"),
    ...secrecyOf(select),
  };
}

/** Selects exactly these options, and sends the events that a person's choice would cause. */
export function selectOptions(
  finder: ElementFinder,
  params: Params<"frame.select-options">,
): Result<"frame.select-options"> {
  const select = selectOf(finder, params.id);
  const wanted = new Set(params.indices);
  for (const index of wanted) {
    const option = select.options[index];
    if (option === undefined) {
      throw new WebservError("no-such-option", `"${params.id}" has no option number ${index}`, {
        next: "Observe again: its options have changed.",
      });
    }
    if (isOptionDisabled(option)) {
      throw new WebservError(
        "disabled",
        `the option ${JSON.stringify(boundedWords(optionText(option)))} is disabled`,
      );
    }
  }
  const before = [...select.selectedOptions];
  if (select.multiple) {
    for (const [index, option] of [...select.options].entries())
      option.selected = wanted.has(index);
  } else select.selectedIndex = params.indices.at(-1) ?? -1;
  const after = [...select.selectedOptions];
  if (before.length !== after.length || before.some((option, index) => option !== after[index])) {
    select.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return { value: selectedValue(select), ...secrecyOf(select) };
}

/** Returns the value of what is selected; of a list of several choices all of them, where `value` has only the first. */
export function selectedValue(select: HTMLSelectElement): string {
  return select.multiple
    ? [...select.selectedOptions].map(({ value }) => value).join(", ")
    : select.value;
}

/** @throws WebservError `not-a-select` */
function selectOf(finder: ElementFinder, id: string): HTMLSelectElement {
  const element = finder.find(id);
  if (element instanceof HTMLSelectElement) return element;
  throw new WebservError(
    "not-a-select",
    `"${id}" is a <${unshadowed(element).localName}>, not a select`,
    {
      details: { id },
    },
  );
}

/** Returns the options that the first test with a match finds: those of them that are enabled, if any is. */
function optionsFor(
  options: readonly HTMLOptionElement[],
  wanted: string,
  ids: FrameIds,
): readonly HTMLOptionElement[] {
  const found = ids.find(wanted);
  const tests: ((option: HTMLOptionElement) => boolean)[] = [
    (option) => found.state === "present" && found.element === option,
    (option) => option.value === wanted,
    (option) => optionText(option) === wanted,
    (option) => loose(optionText(option)) === loose(wanted),
    (option) =>
      boundedWords(option.value) === wanted || boundedWords(optionText(option)) === wanted,
  ];
  for (const test of tests) {
    const fitting = options.filter(test);
    const enabled = fitting.filter((option) => !isOptionDisabled(option));
    if (fitting.length > 0) return enabled.length > 0 ? enabled : fitting;
  }
  return [];
}

function loose(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
}

function noSuchOption(
  options: readonly HTMLOptionElement[],
  id: string,
  wanted: string,
): WebservError {
  const texts = options.map((option) => boundedWords(optionText(option)));
  const listed = texts.slice(0, MAX_LISTED).map((text) => JSON.stringify(text));
  const more = texts.length - listed.length;
  if (texts.length === 0) {
    return new WebservError(
      "no-such-option",
      `"${id}" has no option "${wanted}": its list is empty`,
      {
        next: "Fill in first what its options depend on, or wait until they are there.",
        details: { id, wanted, options: [] },
      },
    );
  }
  return new WebservError(
    "no-such-option",
    `"${id}" has no option "${wanted}"; it has ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    { details: { id, wanted, options: texts.slice(0, 200) } },
  );
}

function ambiguous(
  options: readonly HTMLOptionElement[],
  id: string,
  wanted: string,
): WebservError {
  const candidates = options.slice(0, MAX_LISTED).map(({ value }) => boundedWords(value));
  const listed = options.slice(0, MAX_LISTED).map((option) => {
    const group = groupLabel(option);
    const value = JSON.stringify(boundedWords(option.value));
    return group === "" ? value : `${value} in ${JSON.stringify(group)}`;
  });
  return new WebservError(
    "ambiguous",
    `"${id}" has several options "${wanted}", with the values ${listed.join(", ")}`,
    { next: "Name it by its value or its id.", details: { id, wanted, candidates } },
  );
}
