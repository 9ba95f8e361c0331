// Finds texts that a field can never take, before anything is entered.
import { WebservError } from "../../errors/errors.ts";
import { isSameText } from "./text-difference.ts";

interface Field {
  readonly id: string;
  /** The value of `frame.locate`. */
  readonly editing: string;
  readonly append: boolean;
}

/** @throws WebservError `value-refused` */
export function assertTakes({ id, editing, append }: Field, text: string): void {
  if (ONE_LINE.has(editing) && /[\r\n]/.test(text)) {
    throw new WebservError(
      "value-refused",
      `"${id}" is a field of one line and takes no line ends`,
      {
        next: "Leave them out; with `enter` the Enter key is pressed afterwards.",
        details: { id },
      },
    );
  }
  if (editing === "number" && !append && text !== "" && !isWrittenNumber(text)) {
    throw new WebservError("value-refused", `"${id}" takes a number, not "${text.slice(0, 100)}"`, {
      next: "Write digits, with a point for the decimals, in whatever language the page is: 1234.5",
      details: { id, value: text.slice(0, 1000) },
    });
  }
}

const ONE_LINE: ReadonlySet<string> = new Set(["line", "number", "setter"]);

/** Recognizes HTML's valid floating-point number. */
function isWrittenNumber(text: string): boolean {
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text);
}

/** Tells whether a field holds the wanted value; numbers may be written in more than one way. */
export function isHeld({ editing }: Pick<Field, "editing">, wanted: string, got: string): boolean {
  if (editing === "number" && wanted !== "") return got !== "" && Number(got) === Number(wanted);
  return isSameText(wanted, got);
}
