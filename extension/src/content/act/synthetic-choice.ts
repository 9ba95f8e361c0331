// Chooses from a list of the page's own making by synthetic clicks.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { nextFrame } from "../dom/next-frame.ts";
import type { ReadingSources } from "../observe/frame-reader.ts";
import { readFrame } from "../observe/reading.ts";
import type { Point } from "../dom/hit-test.ts";
import { elementAt } from "../dom/hit-test.ts";
import type { PopupSources } from "./popup.ts";
import { optionOf, readPopup } from "./popup.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import { clickAt } from "./synthetic-pointer.ts";

/** Longest wait for options, which may have to be loaded or scrolled to, in ms. */
const OPTIONS_MS = 4_000;
/** Longest wait until a list shows what was chosen, in ms. */
const CHOSEN_MS = 1_000;

/**
 * Resolves with what was chosen. `onChoice` is called before the last option is clicked.
 * @throws WebservError `no-such-option` with the options there are; `value-refused` where the list did
 *   not take the click, as one does that asks for real input
 */
export async function chooseByScript(
  sources: PopupSources & ReadingSources,
  { id, options }: ActionOf<"select">,
  point: Point,
  onChoice: () => void,
  signal: AbortSignal,
): Promise<string> {
  const chosen: string[] = [];
  for (const [index, option] of options.entries()) {
    const ask = (waitMs: number): ReturnType<typeof readPopup> =>
      popupAnew(sources, { id, option, waitMs, scroll: waitMs > 0 }, signal);
    const before = await ask(0);
    if (!before.open) {
      await clickAt(elementAt(point, sources.shadowRootOf) ?? sources.finder.find(id), point);
    }
    const popup = await ask(OPTIONS_MS);
    const element = optionOf(sources, id, option);
    if (popup.found === null || element === undefined) {
      throw new WebservError(
        "no-such-option",
        popup.open
          ? `"${id}" has no option "${option}"; it has ${popup.options.slice(0, 30).join(", ")}`
          : `"${id}" did not open its list for synthetic input`,
        { details: { id, wanted: option, options: popup.options } },
      );
    }
    const { text, selected } = popup.found;
    if (!selected) {
      const box = unshadowed(element).getBoundingClientRect();
      if (index === options.length - 1) onChoice();
      await clickAt(element, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await taken(sources, { id, text, before: popup.value }, signal);
    }
    chosen.push(text);
  }
  return chosen.join(", ");
}

type Popup = Awaited<ReturnType<typeof readPopup>>;

/** As `readPopup`, also if the page draws what opens the list anew meanwhile. */
async function popupAnew(
  sources: PopupSources & ReadingSources,
  wanted: Parameters<typeof readPopup>[1],
  signal: AbortSignal,
): Promise<Popup> {
  try {
    return await readPopup(sources, wanted, signal);
  } catch (error) {
    if (!(error instanceof WebservError) || error.code !== "stale-id") throw error;
    await readFrame(sources, { prefix: sources.ids.prefix, aside: true }, signal);
    return await readPopup(sources, wanted, signal);
  }
}

/** Waits until the list shows that it took the click. */
async function taken(
  sources: PopupSources & ReadingSources,
  { id, text, before }: { id: string; text: string; before: string },
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + CHOSEN_MS;
  for (;;) {
    await nextFrame(signal);
    let popup: Popup;
    try {
      popup = await popupAnew(sources, { id, option: text }, signal);
    } catch (error) {
      // The page may draw the button anew, and name it after what was chosen.
      if (error instanceof WebservError && error.code === "stale-id") return;
      throw error;
    }
    const { found, open, value } = popup;
    if (found?.selected === true || !open || value !== before) return;
    if (performance.now() < endsAt) continue;
    throw new WebservError("value-refused", `"${id}" did not take "${text}" by synthetic input`, {
      details: { id, value },
    });
  }
}
