// Finds what an editor has added behind a character that it entered itself: the closing bracket or quote.
import { isTextField } from "./text-places.ts";
import { selectedRange } from "../../observe/state/caret.ts";

const CLOSING = /^[)\]}>"'`»”’]+$/;

/** Returns what the editor has added. The caret stood at the end before, so all text behind it came with the key. */
export function completionOf(key: string, field: Element): string {
  const [before, behind] = aroundCaret(field);
  const added = behind.replace(/[\s\u200B\u2060\uFEFF]+$/, "");
  return before.endsWith(key) && CLOSING.test(added) ? added : "";
}

function aroundCaret(field: Element): [before: string, behind: string] {
  if (isTextField(field)) {
    const { value, selectionStart, selectionEnd } = field;
    if (selectionStart === null || selectionStart !== selectionEnd) return ["", ""];
    return [value.slice(0, selectionStart), value.slice(selectionStart)];
  }
  const caret = field instanceof HTMLElement ? selectedRange(field) : undefined;
  if (caret?.collapsed !== true) return ["", ""];
  const part = document.createRange();
  part.selectNodeContents(field);
  part.setEnd(caret.startContainer, caret.startOffset);
  const before = part.toString();
  part.selectNodeContents(field);
  part.setStart(caret.startContainer, caret.startOffset);
  return [before, part.toString()];
}
