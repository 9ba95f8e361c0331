// Reads the lines that an editor of the page's own draws, by the places where they stand.
import { composedChildren } from "./composed-tree.ts";
import { keyTakerOf } from "./drawn-editors.ts";
import { editContextOf } from "./edit-context.ts";
import { roleOf } from "./element-kinds.ts";
import { unshadowed } from "./unshadowed.ts";

/** The most lines and elements that are read of one editor. */
const MAX_LINES = 5_000;
const MAX_VISITS = 50_000;
/** Pieces whose tops differ by less than this share of their height stand in one line. */
const SAME_LINE = 0.5;

export interface DrawnText {
  readonly text: string;
  /** Editors of long texts draw only what is in view: further lines may stand above or below. */
  readonly above: boolean;
  readonly below: boolean;
}

/** Returns the place behind the last line that an editor shows, where a person presses to write on. */
export function endOfText(editor: Element): { x: number; y: number } | undefined {
  const taker = keyTakerOf(editor);
  if (taker === undefined) return undefined;
  const frame = unshadowed(editor).getBoundingClientRect();
  const pieces: Piece[] = [];
  collect(editor, { taker, pieces, written: new Map(), visits: 0 });
  const last = withoutNumbers(pieces, editor).lines.findLast(
    ({ text, top, height }) =>
      text.trim() !== "" && top + height < frame.bottom && top >= frame.top,
  );
  if (last === undefined) return undefined;
  const range = document.createRange();
  range.selectNodeContents(last.block);
  const { right } = range.getBoundingClientRect();
  return { x: Math.min(right + 2, frame.right - 4), y: last.top + last.height / 2 };
}

/** Returns the lines with a mark for those that the editor does not draw now. */
export function toldLines({ text, above, below }: DrawnText): string {
  return `${above ? "…\n" : ""}${text}${below ? "\n…" : ""}`;
}

interface Piece {
  readonly text: string;
  readonly top: number;
  readonly left: number;
  readonly right: number;
  readonly height: number;
  readonly block: Element;
}

/** Returns the text that an editor shows. */
export function drawnText(editor: Element): DrawnText {
  const pieces: Piece[] = [];
  const taker = keyTakerOf(editor);
  const walk = { taker, pieces, written: new Map(), visits: 0 };
  collect(editor, walk);
  if (pieces.length === 0 && taker === undefined) {
    const context = editContextOf(editor);
    if (context !== undefined) return { text: context.text, above: false, below: false };
  }
  const frame = unshadowed(editor).getBoundingClientRect();
  const { lines, firstNumber } = withoutNumbers(pieces, editor);
  const shown = lines.filter(
    ({ top, height }) => top + height > frame.top + 1 && top < frame.bottom - 1,
  );
  const isCut = lines.length > shown.length;
  const first = shown[0];
  const last = shown.at(-1);
  return {
    text: rowsOf(shown).join("\n").replace(/\n+$/, ""),
    above:
      (firstNumber ?? 1) > 1 ||
      (isCut && lines.some(({ top, height }) => top + height <= frame.top + 1)) ||
      (first !== undefined && first.top < frame.top - first.height / 2),
    below:
      (isCut && lines.some(({ top }) => top >= frame.bottom - 1)) ||
      (last !== undefined && last.top + last.height > frame.bottom + 1),
  };
}

interface Collecting {
  readonly taker: Element | undefined;
  readonly pieces: Piece[];
  /** Holds, by parent, of which kinds its children with text are: many empty lines are compared with these. */
  readonly written: Map<Element, ReadonlySet<string>>;
  visits: number;
}

function collect(block: Element, walk: Collecting): void {
  const children = composedChildren(block, () => null);
  const blocks: Element[] = [];
  const loose: Text[] = [];
  for (const child of children) {
    if (walk.visits++ > MAX_VISITS || walk.pieces.length > MAX_LINES) return;
    if (child instanceof Text) {
      if (/\S/.test(child.data)) loose.push(child);
    } else if (child instanceof Element && child !== walk.taker && isBlock(child)) {
      blocks.push(child);
    }
  }
  if (blocks.length === 0) {
    addLines(block, walk);
    return;
  }
  for (const text of loose) addLoose(text, block, walk);
  for (const child of blocks) {
    if (!isLeftOut(child, walk)) collect(child, walk);
  }
}

/** Leaves out what is no text of the editor: what nobody sees, and the controls and windows within it. */
function isLeftOut(element: Element, { taker }: Collecting): boolean {
  const own = unshadowed(element);
  if (element === taker || CONTROLS.has(own.localName)) return true;
  if (WINDOWS.has(roleOf(element))) return true;
  return !own.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

const CONTROLS: ReadonlySet<string> = new Set(
  "button input select textarea a canvas svg img style script".split(" "),
);
const WINDOWS: ReadonlySet<string> = new Set(
  "dialog tooltip listbox menu toolbar alert status log button link".split(" "),
);

function isBlock(element: Element): boolean {
  if (element instanceof HTMLBRElement) return false;
  const { display, float, position } = getComputedStyle(element);
  if (display === "none") return false;
  if (display === "contents") return true;
  return (
    !display.startsWith("inline") ||
    float !== "none" ||
    position === "absolute" ||
    position === "fixed"
  );
}

function addLines(block: Element, { pieces, written }: Collecting): void {
  if (!(block instanceof HTMLElement)) return;
  const { top, left, right, height } = unshadowed(block).getBoundingClientRect();
  const text = plain(block.innerText).replace(/\n$/, "");
  if (text === "" && !keepsLine(block, height, written)) return;
  const lines = text.split("\n");
  // A text that wraps is one line: its rows are the browser's, and not the writer's.
  const each = height / lines.length;
  for (const [index, line] of lines.entries()) {
    pieces.push({ text: line, top: top + each * index, left, right, height: each, block });
  }
}

/** Tells whether an empty block is an empty line, and no caret, mark or layer of the editor. */
function keepsLine(block: HTMLElement, height: number, written: Collecting["written"]): boolean {
  if (height === 0) return false;
  if (block.textContent !== "" || block.querySelector("br") !== null) return true;
  return isAmongLines(block, written);
}

function isAmongLines(block: Element, written: Collecting["written"]): boolean {
  const { parentElement } = block;
  if (parentElement === null) return false;
  // A line may have a block of its own within it.
  if (parentElement.children.length === 1) return isAmongLines(parentElement, written);
  let kinds = written.get(parentElement);
  if (kinds === undefined) {
    const others = [...parentElement.children].filter((other) => /\S/.test(other.textContent));
    kinds = new Set(others.map(kindOf));
    written.set(parentElement, kinds);
  }
  return kinds.has(kindOf(block));
}

function kindOf({ localName, className }: Element): string {
  return `${localName} ${className}`;
}

function addLoose(node: Text, block: Element, { pieces }: Collecting): void {
  const range = document.createRange();
  range.selectNodeContents(node);
  const { top, left, right, height } = range.getBoundingClientRect();
  if (height === 0) return;
  const lines = plain(node.data)
    .replace(/^\n+|\s+$/g, "")
    .split("\n");
  const each = height / lines.length;
  for (const [index, text] of lines.entries()) {
    pieces.push({ text, top: top + each * index, left, right, height: each, block });
  }
}

/** Takes away a column of line numbers that stands before the text. */
function withoutNumbers(
  pieces: readonly Piece[],
  editor: Element,
): { readonly lines: readonly Piece[]; readonly firstNumber: number | undefined } {
  const sorted = pieces.toSorted((a, b) => a.top - b.top || a.left - b.left);
  const numbers = sorted.filter(({ text }) => /^\s*\d+\s*$/.test(text));
  const others = sorted.filter((piece) => !numbers.includes(piece) && piece.text.trim() !== "");
  const edge = Math.min(...others.map(({ left }) => left));
  const column = numbers.filter(({ right, left }) => right <= edge + 2 || left < edge);
  const isRising = column.every(
    (piece, index) =>
      index === 0 ||
      (piece.top > (column[index - 1]?.top ?? 0) &&
        Number(piece.text) === Number(column[index - 1]?.text) + 1),
  );
  const isColumn =
    column.length > 0 &&
    isRising &&
    ((column.length > 1 && others.length > 0) ||
      column.every(({ block }) => isGutter(block, editor)));
  if (!isColumn) return { lines: sorted, firstNumber: undefined };
  const rest = sorted.filter((piece) => !column.includes(piece) && !isBeside(piece, column));
  return { lines: rest, firstNumber: Number(column[0]?.text) };
}

/** Tells whether a piece is an empty part of the column itself. */
function isBeside({ text, right }: Piece, column: readonly Piece[]): boolean {
  return text.trim() === "" && column.some((number) => right <= number.right + 1);
}

function isGutter(block: Element, editor: Element): boolean {
  for (let at: Element | null = block; at !== null && at !== editor; at = at.parentElement) {
    if (GUTTER.test(unshadowed(at).getAttribute("class") ?? "")) return true;
  }
  return getComputedStyle(block).userSelect === "none";
}

const GUTTER = /gutter|line-?num|linenr|line-?no\b|margin/i;

/** Joins the pieces that stand in one line, from the left to the right. */
function rowsOf(sorted: readonly Piece[]): string[] {
  const rows: Piece[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isSame =
      first !== undefined &&
      piece.top - first.top < SAME_LINE * Math.min(piece.height, first.height);
    if (isSame) row?.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => joined(row.toSorted((a, b) => a.left - b.left)).trimEnd());
}

function joined(row: readonly Piece[]): string {
  let line = "";
  let end = 0;
  for (const { text, left, right, height } of row) {
    const isApart = line !== "" && text !== "" && left - end > height / 4;
    line += `${isApart ? " " : ""}${text}`;
    end = Math.max(end, right);
  }
  return line;
}

function plain(text: string): string {
  return text.replace(/\u00A0/g, " ").replace(/[\u200B\u2060\uFEFF\u200C]/g, "");
}
