// Describes the words of a PDF, page by page, and how much of one is read.
import * as z from "zod/mini";

/** The largest PDF that is read. In base64 it is below the limit of one message. */
export const MAX_PDF_BYTES = 20 * 1024 * 1024;
export const MAX_PDF_PAGES = 500;
/** The most characters of all pages together, in UTF-16 units. */
export const MAX_PDF_UNITS = 1_000_000;

export const pdfBytes = z.base64().check(z.maxLength(Math.ceil(MAX_PDF_BYTES / 3) * 4));

/**
 * Says why no more is read. `locked`: it takes a password. `broken`: it is no PDF that can be read. `costly`: reading it
 * takes too much time or memory. `long`: it has more pages or words than are read.
 */
const pdfStop = z.enum(["locked", "broken", "costly", "long"]);
export type PdfStop = z.infer<typeof pdfStop>;

export const pdfText = z.object({
  /** 0 if it is not known. */
  pageCount: z.int().check(z.nonnegative()),
  /** The words of each page, from the first on, as far as they are read; a line of the page is a line. */
  pages: z.array(z.string()).check(
    z.maxLength(MAX_PDF_PAGES),
    z.refine((pages) => pages.reduce((sum, { length }) => sum + length, 0) <= MAX_PDF_UNITS),
  ),
  stop: z.optional(pdfStop),
});
export type PdfText = z.infer<typeof pdfText>;
