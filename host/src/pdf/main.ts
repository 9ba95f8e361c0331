// Is the program that reads one PDF: it takes the bytes from stdin and writes a line of JSON for each page.
import { buffer } from "node:stream/consumers";
import { isMainThread, Worker } from "node:worker_threads";

/** The most memory that the process may take, in bytes: a stream of a few kB may unpack to as much as anyone likes. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;
const LOOK_MS = 20;

if (isMainThread) await readPdf();
else watchMemory();

async function readPdf(): Promise<void> {
  const watcher = new Worker(new URL(import.meta.url));
  watcher.unref();
  const { pdfPages } = await import("./pdf-pages.ts");
  const data = new Uint8Array(await buffer(process.stdin));
  for await (const report of pdfPages(data)) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
  await watcher.terminate();
}

/** Runs in a thread of its own: the reading may keep the first one busy for as long as it likes. */
function watchMemory(): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.kill(process.pid, "SIGKILL");
  }, LOOK_MS);
}
