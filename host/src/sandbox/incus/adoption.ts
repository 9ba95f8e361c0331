// Takes back what an earlier daemon left in Incus, and sweeps what belongs to nothing any more.
import type { Sandbox } from "@webserv/shared/model/sandbox.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { Left, Log, SiteSources } from "../backend.ts";
import { Semaphore } from "../../semaphore.ts";
import type { SandboxRegister } from "../lifecycle/sandbox-register.ts";
import { addressOf } from "./clone/addresses.ts";
import { limitsDigest } from "./clone/clone-config.ts";
import type { Clone } from "./clone/clone.ts";
import type { InstanceFacts, InstanceStatus } from "./clone/engine.ts";
import { IncusSandbox } from "./life/incus-sandbox.ts";
import type { IncusMachinery } from "./life/machinery.ts";
import { clearStrayLinks } from "./clone/stray-links.ts";
import { readLabels } from "./state/labels.ts";
import type { Labels } from "./state/labels.ts";
import type { IncusRecord } from "./state/record.ts";
import type { RecordStore } from "./state/record-store.ts";

export interface AdoptionRequest {
  readonly machinery: IncusMachinery;
  readonly records: RecordStore;
  readonly owner: string;
  readonly sources: SiteSources;
  readonly register: SandboxRegister<IncusSandbox>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

type OwnInstances = ReadonlyMap<string, InstanceFacts & { readonly labels: Labels }>;

/** The number of sites that start at once: more would only wait for each other's CPU. */
const WIDTH = 4;

/** `swept` names sandboxes that are no more, and instances that were nobody's. */
export async function adoptSandboxes(request: AdoptionRequest): Promise<Left> {
  const { machinery, records, sources, signal } = request;
  const { templates, sites, pool, addresses } = machinery;
  const ours = await ownInstances(request);
  for (const name of ours.keys()) addresses.claim(addressOf(name) ?? name);
  const idle = [...ours.values()].filter(({ status }) => status === "stopped");
  await clearStrayLinks(
    idle.flatMap(({ name }) => addressOf(name) ?? []),
    request.log,
  );
  const half = templates.adopt([...ours.values()]);
  for (const site of templates.sites) {
    const source = sources(site);
    if (source !== undefined) sites.see(source);
  }

  const { whole, swept } = await wholeRecords(records, ours);
  const adopted = await recoverAll(whole, ours, request);
  const ready = await readyClones(whole, ours, machinery, signal);
  const kept = new Set([...ready.keys(), ...namedBy(whole), ...half]);
  const strays = [...ours.values()].filter(
    ({ name }) => !kept.has(name) && templates.find(name) === undefined,
  );
  const gone = [...half, ...strays.map(({ name }) => name)];
  await sweepAll(gone, request);
  // Something that an earlier daemon had asked for may have come into being only now.
  const late = [...(await ownInstances(request)).keys()].filter((name) => !ours.has(name));
  await sweepAll(late, request);

  await sites.sweepImages();

  for (const [, { site, clone }] of ready) {
    if (!pool.adopt(site, clone)) await machinery.clones.giveUp(clone);
  }
  for (const site of templates.sites) {
    if (sources(site) === undefined) templates.retire(site);
    else pool.fill(site);
    await sites.sweep(site);
  }
  return { adopted, swept: [...swept, ...gone, ...late] };
}

/** Deletes at a daemon's end whatever is left of its sandboxes and its pool, known to it or not. Never rejects. */
export async function sweepClones(
  request: Pick<AdoptionRequest, "machinery" | "owner" | "log" | "signal">,
): Promise<void> {
  try {
    const ours = await ownInstances(request);
    const left = [...ours.values()].filter(({ labels }) => labels.kind !== "template");
    await sweepAll(
      left.map(({ name }) => name),
      request,
    );
  } catch (err) {
    request.log.warn({ err }, "the next daemon has something to sweep");
  }
}

async function ownInstances({
  machinery,
  owner,
  signal,
}: Pick<AdoptionRequest, "machinery" | "owner" | "signal">): Promise<OwnInstances> {
  const all = await machinery.engine.list(signal);
  return new Map(
    all.flatMap((each) => {
      const labels = readLabels(each.config, owner);
      return labels === undefined ? [] : [[each.name, { ...each, labels }] as const];
    }),
  );
}

/** Returns the records whose clone is there, and deletes the others. */
async function wholeRecords(
  records: RecordStore,
  ours: OwnInstances,
): Promise<{ readonly whole: readonly IncusRecord[]; readonly swept: readonly string[] }> {
  const { records: known, unreadable } = await records.readAll();
  const { whole = [], lost = [] } = Object.groupBy(known, ({ instance, cloneId }) =>
    instance !== undefined && isSame(ours.get(instance)?.labels, cloneId) ? "whole" : "lost",
  );
  const swept = [...unreadable, ...lost.map(({ sandboxId }) => sandboxId)];
  for (const id of swept) await records.remove(id);
  return { whole: whole.map((record) => withoutLost(record, ours)), swept };
}

/** Another clone may have come to the name since; records of earlier versions hold no id. */
function isSame(labels: Labels | undefined, cloneId: string | undefined): boolean {
  return labels !== undefined && (cloneId === undefined || labels.clone === cloneId);
}

function withoutLost(record: IncusRecord, ours: OwnInstances): IncusRecord {
  return { ...record, checkpoints: record.checkpoints.filter((each) => ours.has(each.instance)) };
}

/** Returns the instances of the sandboxes and of their checkpoints. */
function namedBy(whole: readonly IncusRecord[]): readonly string[] {
  return whole.flatMap(({ instance, checkpoints }) => [
    ...(instance === undefined ? [] : [instance]),
    ...checkpoints.map((each) => each.instance),
  ]);
}

async function recoverAll(
  whole: readonly IncusRecord[],
  ours: OwnInstances,
  request: AdoptionRequest,
): Promise<readonly Sandbox[]> {
  const gate = new Semaphore(WIDTH);
  return await Promise.all(
    whole.map(async (record) =>
      gate.run(request.signal, async () =>
        recover(record, ours.get(record.instance ?? "")?.status ?? "stopped", request),
      ),
    ),
  );
}

/** A sandbox whose site does not come up again has failed; its data and checkpoints stay. */
async function recover(
  record: IncusRecord,
  status: InstanceStatus,
  { machinery, records, register, log, signal }: AdoptionRequest,
): Promise<Sandbox> {
  const { engine, clones } = machinery;
  // Its container is of the definition it was made by.
  const { site } = record;
  const sandbox = new IncusSandbox(record, records);
  register.add(sandbox);
  try {
    const { place } = sandbox;
    if (place === undefined) throw new Error(`"${record.instance}" is no clone's name`);
    if (status === "stopped") await engine.start(place.instance, signal);
    const clone = await clones.grasp(place, record.template, signal);
    // The earlier daemon ended while it was being copied, or before it was handed out.
    if (status === "frozen" || clone.group?.frozen() === true) await clones.thaw(clone);
    await clones.ready(site, clone, signal);
    sandbox.recover(clone);
  } catch (error) {
    signal.throwIfAborted();
    const { message } = toWebservError(error);
    log.warn({ sandboxId: record.sandboxId, error: message }, "a sandbox did not come back");
    sandbox.fail(message);
  }
  return sandbox.view;
}

/** Finds the clones of the pool that are still as they were made, by instance. */
async function readyClones(
  whole: readonly IncusRecord[],
  ours: OwnInstances,
  { templates, sites, clones }: IncusMachinery,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, { readonly site: string; readonly clone: Clone }>> {
  const taken = new Set(namedBy(whole));
  const found = new Map<string, { readonly site: string; readonly clone: Clone }>();
  for (const { name, status, labels } of ours.values()) {
    const { kind, site, template, sandbox } = labels;
    if (kind !== "clone" || taken.has(name)) continue;
    // One made for a sandbox may have been copied from something else than the template.
    if (sandbox !== undefined || template === undefined) continue;
    if (templates.current(site)?.instance !== template) continue;
    const source = sites.source(site);
    if (source === undefined || labels.limits !== limitsDigest(source.site.limits)) continue;
    if (status !== "frozen" && status !== "running") continue;
    const address = addressOf(name);
    if (address === undefined) continue;
    const id = labels.clone;
    const place = { instance: name, address, ...(id === undefined ? {} : { id }) };
    const { limits } = labels;
    const clone = { ...(await clones.grasp(place, template, signal)), limits };
    // Incus does not see what the kernel alone was told.
    if (clone.group?.frozen() ?? status === "frozen") found.set(name, { site, clone });
  }
  return found;
}

async function sweepAll(
  names: readonly string[],
  { machinery: { clones, addresses }, log }: Pick<AdoptionRequest, "machinery" | "log">,
): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      try {
        await clones.remove(name);
        addresses.giveBack(addressOf(name) ?? name);
      } catch (error) {
        // The next daemon tries again.
        log.warn(
          { err: error, instance: name },
          "what an earlier daemon left could not be deleted",
        );
      }
    }),
  );
}
