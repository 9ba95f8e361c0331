// Makes fresh copies of the sites that tasks take place on, from the benchmark's own daemon.
import type { OwnDaemon } from "../../own-daemon.ts";
import { buildImage } from "../../images/build-image.ts";
import type { Contender, Place } from "./hands.ts";

const LONG_MS = 600_000;
const WORDPRESS = "http://wordpress.test";

export const siteNames = ["store", "wordpress"] as const;
export type SiteName = (typeof siteNames)[number];

export interface OwnPlace extends Place {
  /** Resolves with what a command prints in the sandbox that the contender had. */
  exec(command: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Imports WordPress and has one clone kept ready, as people who train agents do. */
export async function importWordpress(
  { peer }: OwnDaemon,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const archive = await buildImage("wordpress", { log: say, signal });
  const options = { signal, timeoutMs: LONG_MS };
  await peer.call("site.import", { site: "wordpress", image: archive }, options);
}

export async function makePlace(
  { peer }: OwnDaemon,
  site: SiteName,
  contender: Contender["name"],
): Promise<OwnPlace> {
  const options = { timeoutMs: LONG_MS };
  const exec = async (sandboxId: string, command: readonly string[]): Promise<string> => {
    const told = await peer.call("sandbox.exec", { sandboxId, command: [...command] }, options);
    return told.stdout.trimEnd();
  };
  if (site === "wordpress" && (contender === "mcp" || contender === "cli")) {
    return {
      url: WORDPRESS,
      site,
      async exec(command) {
        const { sessions } = await peer.call("session.list", {});
        const sandboxId = sessions[0]?.sandboxes[0]?.sandboxId ?? "";
        return await exec(sandboxId, command);
      },
      // The sandbox is removed with its session.
      remove: () => Promise.resolve(),
    };
  }
  const { sandboxId, origin } = await peer.call(
    "sandbox.create",
    { site, backend: site === "store" ? "local" : "incus" },
    options,
  );
  return {
    url: site === "store" ? origin : WORDPRESS,
    ...(site === "store"
      ? {}
      : { mapped: { host: "wordpress.test", address: new URL(origin).host } }),
    exec: (command) => exec(sandboxId, command),
    async remove() {
      await peer.call("sandbox.delete", { sandboxId }, options);
    },
  };
}
