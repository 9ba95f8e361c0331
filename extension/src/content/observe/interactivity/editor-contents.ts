// Makes the parts of an editor that a page draws itself: its lines, and the controls that stand among them.
import { keyTakerOf } from "../../dom/drawn-editors.ts";
import { drawnText, toldLines } from "../../dom/drawn-lines.ts";
import { CLICK_ROLES, roleOf } from "../../dom/element-kinds.ts";
import { isWindow } from "./drawn-editor.ts";
import { isDisabled, isNativeControl } from "./interaction.ts";
import type { Interaction, Part } from "../tree/parts.ts";
import { ownText } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/**
 * Returns the parts of an editor. Layers, line numbers and listeners of its own are no parts of a page.
 * @param tell returns a text as it may be told
 */
export function editorContents(
  editor: Element,
  children: readonly Part[],
  tell: (text: string) => string,
): Part[] {
  const seen = wordless(textOf(children));
  const drawn = drawnText(editor);
  // The reading has left out what nobody sees.
  const isSeen = (line: string): boolean => line.split(/\s+/).every((word) => seen.includes(word));
  const lines = drawn.text.split("\n").filter(isSeen);
  const text = tell(toldLines({ ...drawn, text: lines.join("\n") }));
  return [...(text === "" ? [] : [ownText(text)]), ...controlsIn(children, keyTakerOf(editor))];
}

export function editorInteraction(taker: Element): Interaction {
  const disabled = isDisabled(taker);
  return {
    clickable: !disabled,
    hoverable: false,
    draggable: false,
    aroundMany: false,
    field: "editor",
    disabled,
    evidence: ["editor"],
    not: disabled ? "disabled" : undefined,
  };
}

function controlsIn(parts: readonly Part[], taker: Element | undefined): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind !== "element" || part.element === taker) return [];
    const { localName } = unshadowed(part.element);
    const isControl =
      part.box !== undefined &&
      part.interaction?.clickable === true &&
      part.interaction.field === undefined &&
      (isNativeControl(part.element, localName) || CLICK_ROLES.has(roleOf(part.element)));
    return isControl || isWindow(part) ? [part] : controlsIn(part.children, taker);
  });
}

function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.spoken === true ? "" : part.text;
      return part.kind === "element" ? textOf(part.children) : "";
    })
    .join("");
}

function wordless(text: string): string {
  return text.replace(/[\s\u200B\u2060\uFEFF\u200C]+/g, "");
}
