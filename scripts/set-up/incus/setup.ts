// Runs `scripts/setup-incus`: it brings a bare Debian or Ubuntu to a working Incus, says what is missing, or undoes it
// all.
import { rmdir } from "node:fs/promises";

import { incusNames } from "../../../host/src/sandbox/incus/names.ts";
import { withLock } from "../../bootstrap/lock.mjs";
import { say, SetupError } from "../../bootstrap/words.mjs";
import { incusApi } from "./api.ts";
import { boot } from "./daemon/boot.ts";
import { cgroups } from "./machine/cgroups.ts";
import { daemon } from "./daemon/daemon.ts";
import { firewall } from "./network/firewall.ts";
import { checkFitness } from "./machine/fitness.ts";
import { idRanges } from "./machine/id-ranges.ts";
import { findIncusd } from "./daemon/incusd.ts";
import { kernelLimits } from "./machine/kernel-limits.ts";
import { leanStart } from "./daemon/lean-start.ts";
import { membership } from "./machine/membership.ts";
import { neighbours } from "./network/neighbours.ts";
import { network } from "./network/network.ts";
import { parseOptions, type PoolDriver, type SetupOptions, usage } from "./options.ts";
import { thingsOfOthers } from "./others.ts";
import { installsIncus, packages } from "./machine/packages.ts";
import { pool } from "./pool.ts";
import { project } from "./project.ts";
import { readRecord, type SetupRecord, stateFolder } from "./record.ts";
import { type Step, type Target, UnfitError } from "./step.ts";

/** Lists the steps in the order they are done; they are undone backwards. */
const steps: readonly Step[] = [
  packages,
  idRanges,
  kernelLimits,
  cgroups,
  leanStart,
  daemon,
  membership,
  pool,
  network,
  project,
  firewall,
  neighbours,
  boot,
];

/** The exit code on a machine that can't run Incus. */
export const UNFIT = 3;

/** Resolves with the exit code. @throws SetupError if a step fails. */
export async function setupIncus(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (options.action === "help") {
    process.stdout.write(usage);
    return 0;
  }
  let driver: PoolDriver;
  try {
    driver = await checkFitness(options);
  } catch (error) {
    if (!(error instanceof UnfitError)) throw error;
    say(`${error.message}.`);
    return UNFIT;
  }
  if (options.action === "check") return await check(options, driver);
  const code = await withLock(stateFolder, () =>
    options.action === "remove" ? remove(options, driver) : setUp(options, driver),
  );
  // The folder stays if it holds the record, or the lock of another run.
  if (options.action === "remove") await rmdir(stateFolder).catch(() => {});
  return code;
}

async function setUp(options: SetupOptions, driver: PoolDriver): Promise<number> {
  const record = await readRecord();
  let changed = 0;
  for (const step of steps) {
    const target = targetOf(step, options, driver, record);
    if ((await step.lacking(target)) === undefined) continue;
    changed += 1;
    await step.do(target);
    const lacking = await step.lacking(target);
    if (lacking !== undefined) {
      throw new SetupError(
        `the step "${step.name}" of the set-up ran, and this is still missing: ${lacking}.`,
      );
    }
  }
  say(
    changed === 0
      ? "Incus is set up; there was nothing to do."
      : `Incus is set up (${changed} of ${steps.length} steps had something to do).`,
  );
  return 0;
}

async function check(options: SetupOptions, driver: PoolDriver): Promise<number> {
  const record = await readRecord();
  let lacks = 0;
  let isUp = true;
  for (const step of steps) {
    const target = targetOf(step, options, driver, record);
    const lacking =
      isUp || step.scope === "machine" ? await step.lacking(target) : "needs the daemon";
    if (step === daemon && lacking !== undefined) isUp = false;
    if (lacking !== undefined) lacks += 1;
    process.stdout.write(
      `${lacking === undefined ? "ok   " : "LACKS"} ${step.name}${lacking === undefined ? "" : `: ${lacking}`}\n`,
    );
  }
  if (lacks > 0) say("`sudo scripts/setup-incus` sets up what is missing.");
  return lacks === 0 ? 0 : 1;
}

async function remove(options: SetupOptions, driver: PoolDriver): Promise<number> {
  const record = await readRecord();
  if (record.isEmpty()) {
    say("the record of the set-up is empty: there is nothing to remove.");
    return 0;
  }
  const undo = async (step: Step): Promise<void> => {
    const target = targetOf(step, options, driver, record);
    await step.undo(target);
    await target.notes.forget();
  };
  const backwards = steps.toReversed();
  if (record.sets().includes(options.set)) await startForRemoval(options, driver, record);
  for (const step of backwards) if (step.scope === "set") await undo(step);
  const kept = await usedByOthers(options, driver, record);
  if (kept !== undefined) {
    say(`the set ${options.set} is removed; Incus itself stays: ${kept}.`);
    return 0;
  }
  for (const step of backwards) if (step.scope === "machine") await undo(step);
  say("all that the set-up did is removed.");
  return 0;
}

/** Starts the daemon, since it alone can list and delete what is in Incus. */
async function startForRemoval(
  options: SetupOptions,
  driver: PoolDriver,
  record: SetupRecord,
): Promise<void> {
  const target = targetOf(daemon, options, driver, record);
  if ((await daemon.lacking(target)) !== undefined) await daemon.do(target);
}

/**
 * Says why the parts that serve the whole machine can't be removed.
 * @throws SetupError if that can't be known.
 */
async function usedByOthers(
  options: SetupOptions,
  driver: PoolDriver,
  record: SetupRecord,
): Promise<string | undefined> {
  const sets = record.sets();
  if (sets.length > 0) return `it serves ${sets.join(", ")}`;
  // An earlier removal that was ended in the middle had purged it.
  if ((await findIncusd()) === undefined) return undefined;
  await startForRemoval(options, driver, record);
  const others = await thingsOfOthers((project) => incusApi(project));
  return others.length === 0 ? undefined : `in it are, and are not ours: ${others.join(", ")}`;
}

function targetOf(
  step: Step,
  { set, sizeGiB, joinsGroup }: SetupOptions,
  driver: PoolDriver,
  record: SetupRecord,
): Target {
  const notes = record.notesOf(step, set);
  const ownIncus = installsIncus(record.notesOf(packages, set));
  return { names: incusNames(set), pool: { driver, sizeGiB }, joinsGroup, ownIncus, notes, say };
}
