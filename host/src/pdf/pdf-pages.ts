// Reads the words of a PDF, page by page.
import { getDocument, VerbosityLevel } from "unpdf/pdfjs";
import * as z from "zod/mini";

import { MAX_PDF_PAGES, MAX_PDF_UNITS } from "@webserv/shared/model/page/pdf-text.ts";
import type { PdfStop } from "@webserv/shared/model/page/pdf-text.ts";

export interface PdfReport {
  /** It comes first. */
  readonly pageCount?: number;
  /** The words of the next page. */
  readonly page?: string;
  /** It comes last, if not all was read. */
  readonly stop?: PdfStop;
}

/** Longer lines are broken, so that a part of a page can be shown. */
const MAX_LINE = 500;

/** Yields what is found, as soon as it is. */
export async function* pdfPages(data: Uint8Array): AsyncGenerator<PdfReport> {
  const loading = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    // Nothing is drawn or fetched, and no font of this machine is looked for.
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  });
  let units = 0;
  try {
    const document = await loading.promise;
    const pageCount = document.numPages;
    yield { pageCount };
    for (let number = 1; number <= pageCount; number++) {
      const page = await document.getPage(number);
      const words = linesOf(
        textContent.parse(await page.getTextContent()),
        annotations.parse(await page.getAnnotations()),
      );
      units += words.length;
      if (units > MAX_PDF_UNITS || number > MAX_PDF_PAGES) {
        yield { stop: "long" };
        return;
      }
      yield { page: words };
      page.cleanup();
    }
  } catch (error) {
    yield { stop: isPasswordWanted(error) ? "locked" : "broken" };
  } finally {
    await loading.destroy();
  }
}

/** The part of the library's answers that is used: the library takes it from the file. */
const textContent = z.object({
  items: z.array(
    z.union([z.object({ str: z.string(), hasEOL: z.boolean() }), z.object({ type: z.string() })]),
  ),
});

/** A field of a form has its value beside the page's text. */
const annotations = z.array(
  z.object({
    fieldName: z.optional(z.nullable(z.string())),
    fieldValue: z.optional(z.unknown()),
    hidden: z.optional(z.boolean()),
    password: z.optional(z.boolean()),
    checkBox: z.optional(z.boolean()),
    radioButton: z.optional(z.boolean()),
    exportValue: z.optional(z.unknown()),
    buttonValue: z.optional(z.unknown()),
  }),
);

function linesOf(
  { items }: z.infer<typeof textContent>,
  fields: z.infer<typeof annotations>,
): string {
  let text = "";
  for (const item of items) if ("str" in item) text += item.str + (item.hasEOL ? "\n" : "");
  return [...text.split("\n"), ...fields.flatMap(fieldLine)]
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .flatMap(broken)
    .join("\n");
}

function fieldLine(field: z.infer<typeof annotations>[number]): string[] {
  const { fieldName, fieldValue, hidden, password, checkBox, radioButton } = field;
  const isShown = hidden !== true && password !== true;
  if (!isShown || typeof fieldValue !== "string" || fieldValue === "") return [];
  const name = fieldName ?? "";
  if (checkBox === true || radioButton === true) {
    const own = checkBox === true ? field.exportValue : field.buttonValue;
    return fieldValue === own ? [`${name}: ${checkBox === true ? "checked" : fieldValue}`] : [];
  }
  return [name === "" ? fieldValue : `${name}: ${fieldValue}`];
}

function broken(line: string): string[] {
  const parts = line.match(new RegExp(`.{1,${MAX_LINE}}(?:\\s|$)|.{1,${MAX_LINE}}`, "gu")) ?? [];
  return parts.map((part) => part.trim());
}

function isPasswordWanted(error: unknown): boolean {
  return error instanceof Error && error.name === "PasswordException";
}
