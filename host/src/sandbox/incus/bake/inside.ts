// Runs commands inside an instance: with the image's environment, in its folder, as one of its users.
import type { Site } from "@webserv/shared/model/site.ts";
import * as z from "zod/mini";

import { isIncusNotFound } from "../client/transport/errors.ts";
import type { ExecOutcome, ExecRequest } from "../client/exec.ts";
import type { InstanceFiles } from "../client/instance-files.ts";
import type { IncusInstances } from "../client/instances.ts";
import { siteIdentity } from "../image/init/site-identity.ts";
import { StepFailure } from "./step-failure.ts";

/** Declares the part of a client that is used here. */
export interface BakeClient {
  readonly instances: Pick<IncusInstances, "exec"> & {
    readonly files: Pick<InstanceFiles, "pull" | "push" | "stat">;
  };
}

export interface InsideCommand {
  readonly command: readonly string[];
  /** The user's name or uid, also with `:group`; root if left out. */
  readonly user?: string | undefined;
  /** The working folder; the image's own if left out. */
  readonly cwd?: string | undefined;
  /** Variables added to the image's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface Inside {
  /** Runs a command; throws StepFailure if there is no such user or folder. */
  exec(
    command: InsideCommand,
    options: Pick<ExecRequest, "onOutput" | "maxOutputBytes">,
    signal: AbortSignal,
  ): Promise<ExecOutcome>;
}

const IMAGE_FILE = "/.webserv/image.json";
const MAX_FILE_BYTES = 1024 * 1024;
const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const imageFile = z.object({
  /** Each `NAME=value`. */
  env: z._default(z.array(z.string()), []),
  workdir: z._default(z.string(), "/"),
});

/** Reads what the image says of itself; an image without it has no environment of its own. */
export async function lookInside(
  client: BakeClient,
  instance: string,
  site: Site,
  signal: AbortSignal,
): Promise<Inside> {
  const read = async (path: string): Promise<string> => {
    try {
      return (await client.instances.files.pull(instance, path, MAX_FILE_BYTES, signal)).toString();
    } catch (thrown) {
      if (isIncusNotFound(thrown)) return "";
      throw thrown;
    }
  };
  const { env: given, workdir } = parseImageFile(await read(IMAGE_FILE));
  const imageEnv = Object.fromEntries(given.map(nameAndValue));
  return {
    async exec({ command, user, cwd, env }, options, signal) {
      const { uid, gid, home } = await identityOf(user, read);
      // Incus would run it in / without a word.
      if (cwd !== undefined && !(await isFolder(client, instance, cwd, signal))) {
        throw new StepFailure(`can't run in ${cwd}: there is no such folder`);
      }
      return client.instances.exec(
        instance,
        {
          command,
          cwd: cwd ?? workdir,
          env: { PATH: DEFAULT_PATH, HOME: home, ...imageEnv, ...site.image?.env, ...env },
          uid,
          gid,
          ...options,
        },
        signal,
      );
    },
  };
}

async function isFolder(
  { instances }: BakeClient,
  instance: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await instances.files.stat(instance, path, signal);
  // The target of a link is known only when it is followed.
  return found?.type === "directory" || found?.type === "symlink";
}

function parseImageFile(text: string): z.infer<typeof imageFile> {
  let value: unknown = {};
  try {
    value = JSON.parse(text);
  } catch {
    // The file is missing from an image that was made for Incus.
  }
  const parsed = imageFile.safeParse(value);
  return parsed.success ? parsed.data : { env: [], workdir: "/" };
}

function nameAndValue(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** Looks the user up at each command, since a step before may have made the account. */
async function identityOf(
  user: string | undefined,
  read: (path: string) => Promise<string>,
): Promise<{ uid: number; gid: number; home: string }> {
  if (user === undefined) return { uid: 0, gid: 0, home: "/root" };
  const [passwd, group] = [await read("/etc/passwd"), await read("/etc/group")];
  try {
    return siteIdentity(user, passwd, group);
  } catch (cause) {
    throw new StepFailure(`can't run: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
