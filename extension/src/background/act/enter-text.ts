// Enters text where the focus is, as a person would: by keys where it is short, else put in whole.
import type { TextRun } from "../input/text-plan.ts";
import { planRuns } from "../input/text-plan.ts";
import type { TrustedInput } from "../input/trusted-input.ts";
import type { ActionContext, Located } from "./action-context.ts";
import { readBackAnew, selectContents, takeFieldFocus } from "./field.ts";

/** Up to here text is typed key by key, as pages that complete or mask it expect; longer text is put in. */
const MAX_TYPED = 64;

export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly field: Pick<Located, "editing" | "plain">;
  /** Put in whole, however short. */
  readonly whole?: boolean;
}

/**
 * The field has the focus, and what is to be replaced is selected. A line end is put in without the
 * Enter key, as the keyboards of telephones do it: a page that sends its form on that key does not
 * send half of the text.
 */
export async function enterText(
  entry: Entry,
  context: ActionContext,
  trusted: TrustedInput,
): Promise<void> {
  const { text, field } = entry;
  if (text === "") {
    // With everything selected, entering nothing means to empty the field.
    await trusted.press("Backspace");
    return;
  }
  const isShort = entry.whole !== true && text.length <= MAX_TYPED;
  if (field.editing === "contenteditable" && field.plain !== true) {
    const parts = text.split(/(\n+)/).filter((part) => part !== "");
    const runs = parts.flatMap((part): readonly TextRun[] => {
      if (part.startsWith("\n")) return [{ how: "line-ends", text: part }];
      return isShort ? planRuns(part) : asOne(part);
    });
    await enterRuns(entry, runs, context, trusted);
  } else {
    const runs = isShort && !text.includes("\n") ? planRuns(text) : asOne(text);
    await enterRuns(entry, runs, context, trusted);
  }
}

async function enterRuns(
  entry: Entry,
  runs: readonly TextRun[],
  context: ActionContext,
  trusted: TrustedInput,
): Promise<void> {
  const [first, ...rest] = runs;
  if (first === undefined) return;
  const letter = Array.from(first.text)[0] ?? "";
  const hasMore = rest.length > 0 || first.text.length > letter.length;
  if (first.how !== "keys" || !hasMore) {
    for (const run of runs) await enterRun(run, trusted);
    return;
  }
  // A field may lose the focus, or be replaced, on the first key: the others would go astray.
  await trusted.typeKeys(letter);
  const others = [{ ...first, text: first.text.slice(letter.length) }, ...rest];
  const after = await readBackAnew(entry.id, context);
  if (after === undefined) return;
  if (after.focused) {
    for (const run of others) await enterRun(run, trusted);
    return;
  }
  await takeFieldFocus(entry.id, context);
  await selectContents(entry.id, "end", entry.field, context, trusted);
  await trusted.insertText(others.map(({ text }) => text).join(""));
}

async function enterRun({ how, text }: TextRun, trusted: TrustedInput): Promise<void> {
  if (text === "") return;
  switch (how) {
    case "keys":
      await trusted.typeKeys(text);
      break;
    case "compose":
      await trusted.composeText(text);
      break;
    case "line-ends":
      await trusted.insertLineEnds(text.length);
      break;
    case "insert":
      await trusted.insertText(text);
  }
}

function asOne(text: string): TextRun[] {
  return [{ how: "insert", text }];
}
