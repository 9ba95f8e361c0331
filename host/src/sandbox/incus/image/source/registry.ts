// Fetches images of registries by skopeo; if it fails, its words go into the error.
import { createHash } from "node:crypto";

import { ExecaError, execa } from "execa";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { invalidImage } from "./invalid-image.ts";

/** Copies an image into an OCI layout at `dir`. Throws `invalid-image`, or `backend-unavailable` without skopeo. */
export async function fetchImage(
  reference: string,
  dir: string,
  signal: AbortSignal,
): Promise<void> {
  await skopeo(reference, ["copy", "--quiet", reference, `oci:${dir}:image`], signal);
}

/** Asks the registry for the image's id, without fetching the image. */
export async function registryImageId(reference: string, signal: AbortSignal): Promise<string> {
  const config = await skopeo(reference, ["inspect", "--config", "--raw", reference], signal);
  return `sha256:${createHash("sha256").update(config).digest("hex")}`;
}

async function skopeo(
  reference: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const { stdout } = await execa("skopeo", args, {
      cancelSignal: signal,
      stdin: "ignore",
      encoding: "buffer",
      maxBuffer: 8 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExecaError && error.code === "ENOENT") {
      throw new WebservError(
        "backend-unavailable",
        `${reference} can't be fetched without skopeo`,
        {
          next: "Install the package skopeo, or give the image as an archive.",
          cause: error,
        },
      );
    }
    throw invalidImage(reference, `skopeo says: ${wordsOf(error)}`, {
      next: "Correct the reference, or fetch it elsewhere and give it as docker-archive:PATH.",
      cause: error,
    });
  }
}

/** Returns the message of its last line, without logrus's fields around it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof ExecaError)) return String(error);
  const { stderr }: { stderr?: unknown } = error;
  const text = stderr instanceof Uint8Array ? Buffer.from(stderr).toString("utf8") : "";
  const last = text.trim().split("\n").at(-1) ?? "";
  const message = /msg="((?:[^"\\]|\\.)*)"/.exec(last)?.[1]?.replaceAll('\\"', '"');
  return (message ?? (last === "" ? error.shortMessage : last)).slice(0, 2000);
}
