// Lists errors of actions on the elements of a page.
import type { ErrorEntry } from "./error-entry.ts";

export const elementErrors = {
  "unknown-id": {
    summary: "No element of the page has this id.",
    next: "Use one of the nearest ids named in the message, or observe again.",
  },
  "unknown-name": {
    summary: "Nothing on the page is called by these words, or not in this place.",
    next: "Use one of the names or ids in the message, or observe.",
  },
  ambiguous: {
    summary:
      "The id is only a part of several ids, or several elements, options or places have these words.",
    next: "Use one of the ids named in the message, in full.",
  },
  "stale-id": {
    summary: "What had this id is no longer on the page, or its element shows another thing now.",
    next: "Observe again.",
  },
  covered: {
    summary: "Something else lies over the element.",
    next: "First close what covers it, or scroll it away. An empty layer over it may take its clicks: click that.",
  },
  slipped: {
    summary: "The element was pressed, but was gone or covered before the button was let go of.",
    next: "Look at the observation before acting again.",
  },
  "not-dragged": {
    summary:
      "The element was pressed, moved and let go of, and the page did nothing for it or put all back.",
    next: "Drag another element, such as its handle, or to another place.",
  },
  disabled: {
    summary: "The element is disabled.",
    next: "Look in the observation for what enables it, such as a field to fill in first.",
  },
  outside: {
    summary: "The element can't be brought into view.",
    next: "Choose another element.",
  },
  moving: {
    summary: "The element keeps moving.",
    next: "Try again when the page is at rest.",
  },
  "not-scrollable": {
    summary: "There is nothing to scroll in this direction.",
    next: "Name an element inside the area that should scroll, choose another direction, or turn the wheel over it by the action wheel.",
  },
  "not-editable": {
    summary: "The element takes no text.",
    next: "Choose an element from the observation's inputs.",
  },
  "not-focusable": {
    summary: "The element does not take the keyboard's focus, or does not keep it.",
    next: "Press keys on an element that takes the focus; without an id they go to the one that has it.",
  },
  "not-checkable": {
    summary: "The element is no checkbox, radio button or switch.",
    next: "Click it, or choose an input of the observation that has `checked`.",
  },
  "not-a-select": {
    summary: "The element has no options to select.",
    next: "Choose an element from the observation's selects.",
  },
  "no-such-text": {
    summary: "The element does not hold these words.",
    next: "Use words as they stand in it, from the observation.",
  },
  "not-selectable": {
    summary: "The words can't be selected: the page does not let anybody.",
    next: "Look at the observation: the page may offer another way, such as a button to copy.",
  },
  "no-such-option": {
    summary: "The select has no such option.",
    next: "Use an option named in the message.",
  },
  "value-refused": {
    summary: "The field did not take the value.",
    next: "Use the format the field expects.",
  },
  "not-in-time": {
    summary: "The state that the action waited for did not come about in time.",
    next: "Look at the observation; wait again with a larger ms if the state can still come about.",
  },
  "file-not-allowed": {
    summary: "The session may not upload this file.",
    next: "Use a file below the folder that the session was opened with (filesFrom).",
  },
  "file-unusable": {
    summary: "A file to upload does not exist, is a folder, or is too large.",
    next: "Name another file.",
  },
  "upload-refused": {
    summary: "The element opened no file chooser, or does not take these files.",
    next: "Choose the field for files, and files of its kinds.",
  },
  "unknown-key": {
    summary: "No key has this name.",
    next: "Use names such as Enter, Escape, ArrowDown or Control+A.",
  },
} as const satisfies Record<string, ErrorEntry>;
