// Gets the bytes of the PDF that this document shows.
import { MAX_PDF_BYTES } from "@webserv/shared/model/page/pdf-text.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";

type Answer = Result<"frame.pdf-bytes">;

/** Asks the browser's cache alone, or asks the address once more, as a reload would. */
export async function pdfBytes(
  { kept }: Params<"frame.pdf-bytes">,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const answer = await fetch(location.href, {
      cache: kept ? "only-if-cached" : "force-cache",
      mode: "same-origin",
      signal,
    });
    if (!answer.ok) return { why: `its address now answers with status ${answer.status}` };
    return await base64Of(answer);
  } catch {
    return {
      why: kept ? "the browser has not kept it" : "its address does not answer a second time",
    };
  }
}

async function base64Of({ body }: Response): Promise<Answer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (next?.value === undefined) break;
    parts.push(next.value);
    size += next.value.length;
    if (size <= MAX_PDF_BYTES) continue;
    await reader?.cancel();
    return { why: `it is larger than ${MAX_PDF_BYTES / 1024 / 1024} MB` };
  }
  const blob = new Blob(parts);
  if (!(await blob.slice(0, 1024).text()).includes("%PDF-")) {
    return { why: "its address now answers with something else" };
  }
  return { base64: await inBase64(blob) };
}

async function inBase64(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const { promise, resolve } = Promise.withResolvers<void>();
  reader.addEventListener("loadend", () => resolve());
  reader.readAsDataURL(blob);
  await promise;
  const url = typeof reader.result === "string" ? reader.result : "";
  return url.slice(url.indexOf(",") + 1);
}
