// Enters text into a field as one insertion, with the events of one.

/** The field is focused, and what the text replaces is selected, or the caret stands at the end. */
export function enterText(element: Element, text: string, mode: "replace" | "append"): void {
  const inputType = text === "" ? "deleteContentBackward" : "insertText";
  const data = text === "" ? null : text;
  const goesOn = element.dispatchEvent(
    new InputEvent("beforeinput", {
      inputType,
      data,
      bubbles: true,
      cancelable: true,
      composed: true,
    }),
  );
  if (!goesOn) return;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const before = element.value;
    element.value = mode === "append" ? before + text : text;
    if (element.value === before) return;
  } else {
    const selection = getSelection();
    if (selection === null || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    range.deleteContents();
    if (text !== "") range.insertNode(document.createTextNode(text));
    range.collapse(false);
  }
  element.dispatchEvent(
    new InputEvent("input", { inputType, data, bubbles: true, composed: true }),
  );
  if (!(element instanceof HTMLElement && element.isContentEditable)) {
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
