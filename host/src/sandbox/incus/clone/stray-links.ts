// Clears network interfaces that containers left on this machine when they ended while Incus was down.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { execa } from "execa";

import { macOf } from "./addresses.ts";

const FOLDER = "/sys/class/net";
const TIMEOUT_MS = 10_000;

/**
 * Clears the interfaces of clones that do not run, by their addresses. When a container ends, its end of the pair of
 * interfaces comes back to the machine, where Incus deletes it; an Incus that is down never does, and each pair takes
 * one of the bridge's 1,023 ports. Only root may delete them: others are told in the log.
 */
export async function clearStrayLinks(
  addresses: readonly string[],
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  if (addresses.length === 0) return;
  const macs = new Set(addresses.map((address) => macOf(address)));
  // Incus may be on another machine, or this one no Linux.
  const names = await readdir(FOLDER).catch(() => []);
  for (const name of names) {
    const mac = await readFile(join(FOLDER, name, "address"), "utf8").catch(() => "");
    if (!macs.has(mac.trim())) continue;
    const { failed, message } = await execa("ip", ["link", "delete", name], {
      reject: false,
      timeout: TIMEOUT_MS,
    });
    // Incus may have been quicker.
    if (failed && !/cannot find device/i.test(message ?? "")) {
      log.warn({ name, error: message }, "could not delete a network interface that is left over");
    }
  }
}
