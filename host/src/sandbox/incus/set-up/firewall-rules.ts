// Defines the firewall's rules for sandboxes, which the set-up writes and others check.
import { execa } from "execa";

import { portPrefix } from "../clone/addresses.ts";
import type { IncusNames } from "../names.ts";

const LONGEST_MS = 30_000;
const MOST_CHARACTERS = 1024 * 1024;

/** The output of nftables about our tables, empty if there are none. */
export interface FoundRules {
  /** This table closes the machine and what is beyond it. */
  readonly machine: string;
  /** This chain enforces each sandbox's own address. */
  readonly bridge: string;
}

/**
 * Only root may ask. Words of nft that are no answer, such as those of a machine without it, count as no rules.
 * @throws the signal's reason; Error if nft gave no answer in time.
 */
export async function readRules(
  { project }: Pick<IncusNames, "project">,
  signal: AbortSignal,
): Promise<FoundRules> {
  const [machine, bridge] = await Promise.all([
    list(["table", "inet", project], signal),
    list(["chain", "bridge", project, "prerouting"], signal),
  ]);
  return { machine, bridge };
}

/** Says in words which rules are missing; `gateway` is the bridge's own address, if it has one. */
export function missingRules(
  { machine, bridge }: FoundRules,
  { project, network }: Pick<IncusNames, "project" | "network">,
  gateway: string | undefined,
): string | undefined {
  if (machine === "") return `there is no nftables table inet ${project}`;
  const missing = dropRules(network).filter((rule) => !machine.includes(rule));
  if (missing.length > 0) return `the nftables table inet ${project} lacks: ${missing.join("; ")}`;
  return gateway === undefined || bridge.includes(`"${portPrefix(gateway)}*"`)
    ? undefined
    : `the nftables table bridge ${project} lets sandboxes take each other's addresses`;
}

/** Returns the rules that drop traffic from the bridge, then to it. */
export function dropRules(network: string): readonly [from: string, to: string] {
  return [`iifname "${network}" drop`, `oifname "${network}" drop`];
}

async function list(what: readonly string[], signal: AbortSignal): Promise<string> {
  const { failed, isCanceled, timedOut, stdout } = await execa("nft", ["list", ...what], {
    reject: false,
    stdin: "ignore",
    env: { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` },
    cancelSignal: signal,
    timeout: LONGEST_MS,
    maxBuffer: MOST_CHARACTERS,
  });
  if (isCanceled) signal.throwIfAborted();
  if (timedOut) throw new Error(`nft gave no answer within ${LONGEST_MS / 1000} s`);
  return failed ? "" : stdout;
}
