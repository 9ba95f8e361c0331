// Has a process of its own read a PDF, so that none can hold up or end the daemon.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import type { PdfText } from "@webserv/shared/model/page/pdf-text.ts";
import { MAX_PDF_UNITS, pdfText } from "@webserv/shared/model/page/pdf-text.ts";
import * as z from "zod/mini";

import { packageRoot } from "../paths.ts";
import { Semaphore } from "../semaphore.ts";

/** PDFs that are read at once. */
const AT_ONCE = 2;
/** The longest time that the reading of one may take, in ms. */
const LONGEST_MS = 15_000;
/** The most that the process may say: JSON takes up to six bytes for a UTF-16 unit. */
const MAX_SAID_BYTES = 6 * MAX_PDF_UNITS + 1_000_000;
const HEAP_MIB = 512;

export interface PdfReaderOptions {
  /** The program that reads one; the built one if left out. */
  readonly program?: string;
  /** The folder that the program may read; its own if left out. */
  readonly readable?: string;
  readonly longestMs?: number;
}

const report = z.object({
  pageCount: z.optional(pdfText.shape.pageCount),
  page: z.optional(z.string().check(z.maxLength(MAX_PDF_UNITS))),
  stop: pdfText.shape.stop,
});

export class PdfReader {
  readonly #options: Required<PdfReaderOptions>;
  readonly #turns = new Semaphore(AT_ONCE);

  constructor(options: PdfReaderOptions = {}) {
    const { program = join(packageRoot, "host", "dist", "pdf.js"), longestMs = LONGEST_MS } =
      options;
    this.#options = { program, longestMs, readable: options.readable ?? dirname(program) };
  }

  /** Returns the words as far as they could be read, and why not further. */
  async read(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText> {
    return await this.#turns.run(signal, () => this.#readNow(bytes, signal));
  }

  async #readNow(bytes: Uint8Array, signal: AbortSignal): Promise<PdfText> {
    const { program, readable, longestMs } = this.#options;
    const rights = ["--permission", "--allow-worker", `--allow-fs-read=${join(readable, "*")}`];
    const child = spawn(
      process.execPath,
      [...rights, `--max-old-space-size=${HEAP_MIB}`, program],
      {
        cwd: readable,
        env: {},
        stdio: ["pipe", "pipe", "ignore"],
        killSignal: "SIGKILL",
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
      },
    );
    const ended = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    });
    // A process that ends early leaves the rest unread.
    child.stdin.on("error", () => {});
    child.stdin.end(bytes);
    const read: PdfText = { pageCount: 0, pages: [] };
    let isWhole = false;
    let said = 0;
    child.stdout.on("data", ({ length }: Buffer) => {
      said += length;
      if (said > MAX_SAID_BYTES) child.kill("SIGKILL");
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const found = parsed(line);
      if (found === undefined) {
        child.kill("SIGKILL");
        break;
      }
      if (found.pageCount !== undefined) read.pageCount = found.pageCount;
      if (found.page !== undefined) read.pages.push(found.page);
      if (found.stop !== undefined) read.stop = found.stop;
      isWhole = read.pages.length === read.pageCount || read.stop !== undefined;
    }
    await ended;
    signal.throwIfAborted();
    return pdfText.parse(isWhole ? read : { ...read, stop: "costly" });
  }
}

function parsed(line: string): z.infer<typeof report> | undefined {
  try {
    return report.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
