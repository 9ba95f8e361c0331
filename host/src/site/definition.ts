// Reads one site's definition file and says exactly what is wrong with it.
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import * as z from "zod/mini";

import { site } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { SiteSource } from "../sandbox/backend.ts";
import { absoluteImage } from "./site-reference.ts";

const MAX_BYTES = 1024 * 1024;

/**
 * Returns the site and its base folder, with `local.folder` and a path in `image.source` made
 * absolute. It is not checked that they exist. Throws `invalid-site` with `details.file`, `.field`
 * and `.value`.
 */
export async function readDefinition(file: string): Promise<SiteSource> {
  const path = resolve(file);
  const input = parse(path, await read(path));
  const parsed = z.safeParse(site, input);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    throw invalid(path, describeIssues(parsed.error.issues, input), field, at(input, field));
  }
  checkHosts(path, parsed.data);
  checkPorts(path, parsed.data);
  const baseDir = dirname(path);
  return { site: withAbsolutePaths(parsed.data, baseDir), baseDir };
}

async function read(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, expected at most ${MAX_BYTES}`);
    return await readFile(path, "utf8");
  } catch (error) {
    throw invalid(path, `can't be read: ${text(error)}`, "", undefined, error);
  }
}

function parse(path: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw invalid(path, `is not JSON: ${text(error)}`, "", undefined, error);
  }
}

function checkHosts(path: string, { hosts }: Site): void {
  const names = hosts.map(({ host, port }) => `${host}:${port}`);
  const again = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (again === -1) return;
  const field = `hosts.${again}`;
  throw invalid(path, `"${field}" is "${names[again]}", which is there twice`, field, names[again]);
}

function checkPorts(path: string, { hosts, image }: Site): void {
  const ports = image?.ports;
  if (ports === undefined || ports.length === hosts.length) return;
  throw invalid(
    path,
    `"image.ports" has ${ports.length} entries, expected one for each of the ${hosts.length} hosts`,
    "image.ports",
    ports,
  );
}

function withAbsolutePaths({ local, image, ...definition }: Site, baseDir: string): Site {
  return {
    ...definition,
    ...(local === undefined ? {} : { local: { ...local, folder: resolve(baseDir, local.folder) } }),
    ...(image === undefined
      ? {}
      : {
          image:
            image.source === undefined
              ? image
              : { ...image, source: absoluteImage(image.source, baseDir) },
        }),
  };
}

function invalid(
  file: string,
  what: string,
  field: string,
  value: unknown,
  cause?: unknown,
): WebservError {
  return new WebservError("invalid-site", `${file}: ${what}`, {
    details: { file, field, value },
    cause,
  });
}

function at(input: unknown, field: string): unknown {
  let value = input;
  for (const key of field === "" ? [] : field.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
