// Whatever action is under way when a part of the chain is killed: never twice, and what is told of it is true.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Step } from "@webserv/shared/model/step.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";
import { answerWithin, TooEarly, underDeadline } from "../../support/time/under-deadline.ts";
import type { Moment, WatchedAction, WatchedName } from "../../support/pages/watched-actions.ts";
import { watchedActions, WatchedPages } from "../../support/pages/watched-actions.ts";

/** Long beyond what any test waits, for a request that the server holds too. */
const PATIENT = { mode: "network-idle", idleMs: 100, budgetMs: 120_000 } as const;
/** What a killed browser's steps wait for in vain; longer if they are not under way by then. */
const BRIEF_MS = 5000;

const names = Object.keys(watchedActions).filter(
  (name): name is WatchedName => name in watchedActions,
);

let chain: Chain;
let pages: WatchedPages;
let folder: string;

beforeAll(async () => {
  [chain, pages] = await Promise.all([Chain.open(), WatchedPages.open()]);
  folder = await mkdtemp(join(tmpdir(), "webserv-faults-"));
  await writeFile(join(folder, "note.txt"), "a note");
});
afterAll(async () => {
  await chain.close();
  await pages.close();
  await rm(folder, { recursive: true });
});

interface Held {
  readonly name: WatchedName;
  readonly watched: WatchedAction;
  readonly session: ChainSession;
  readonly answer: Promise<Step>;
  readonly again: (timeoutMs?: number) => Promise<Step>;
}

/** Every action in a session of its own, each under way and held at the moment. */
async function holdAll(
  { own, browserId }: { own: OwnBrowser; browserId: string },
  moment: Moment,
  timeoutMs = PATIENCE_MS,
): Promise<readonly Held[]> {
  // A page that waits for its dialog's answer stands still before it, too.
  const chosen = names.filter((name) => moment !== "before" || name !== "dialog");
  const sessions = await Promise.all(
    chosen.map(async (name) => {
      const watched: WatchedAction = watchedActions[name];
      const url = pages.url(name);
      const session = await chain.session({
        browserId,
        url,
        filesFrom: folder,
        settle: { budgetMs: PATIENT.budgetMs },
      });
      await watched.prepare?.(session);
      return { name, watched, session };
    }),
  );
  pages.begin(moment);
  if (moment === "before") {
    for (const name of chosen) {
      const page = await own.pageAt(pages.url(name));
      // It ends when the page goes on, or never.
      page.evaluate("stand()").catch(() => {});
    }
    await until(() => chosen.every((name) => pages.isHeld(name)), "all pages stand still");
  }
  let ended = false;
  const held = sessions.map(({ name, watched, session }): Held => {
    const action = watched.action(session, join(folder, "note.txt"));
    const again = (ms = timeoutMs): Promise<Step> =>
      session.act(action, { actionId: "held", settle: PATIENT, timeoutMs: ms });
    const answer = again();
    answer.finally(() => (ended = true)).catch(() => {});
    return { name, watched, session, answer, again };
  });
  await until(async () => {
    if (ended) throw new TooEarly(`not all actions are under way within ${timeoutMs} ms`);
    const begun = await begunIn(own);
    return held.every(({ name, watched, session }) =>
      moment === "before" || watched.effect === null
        ? begun.has(session.sessionId)
        : pages.isHeld(name),
    );
  }, `all actions are under way, ${moment} their events`);
  return held;
}

const leases = z.record(
  z.string(),
  z.object({ sessionId: z.string(), actions: z.array(z.object({ actionId: z.string() })) }),
);

/** The sessions whose held action is on record in the worker. */
async function begunIn(own: OwnBrowser): Promise<ReadonlySet<string>> {
  const stored: unknown = await own.inWorker(async () => {
    const items = Object.entries(await chrome.storage.session.get(null));
    return Object.fromEntries(items.filter(([key]) => key.startsWith("lease/")));
  });
  const begun = Object.values(leases.parse(stored)).filter(({ actions }) =>
    actions.some(({ actionId }) => actionId === "held"),
  );
  return new Set(begun.map(({ sessionId }) => sessionId));
}

/** What became of an action whose browser was killed; one that had ended before says nothing of that. */
async function answerOf(held: Held, again: (held: Held) => Promise<Step>): Promise<Step> {
  const step = await held.answer.catch((error: unknown) => {
    if (toWebservError(error).code !== "timeout") throw error;
    return again(held);
  });
  if (step.settle?.status === "timeout") {
    throw new TooEarly(`${held.name} ended before its browser was killed`);
  }
  return step;
}

/** How often the action may have taken effect where a step says so. */
function mayBe(status: Step["status"], { effect }: WatchedAction): readonly (readonly string[])[] {
  const none: readonly string[] = [];
  const once = effect === null ? none : [effect];
  return { done: [once], failed: [none], unknown: [none, once] }[status];
}

/** Whether what the page told of its effects so far agrees with the step; that of an unknown one may come late. */
function agrees(status: Step["status"], { name, watched }: Held): boolean {
  const effects = pages.told(name).filter((effect) => effect !== "next");
  return mayBe(status, watched).some((each) => each.join() === effects.join());
}

/** What is wrong with the steps; nothing where each is true and stays so when it is asked for again. */
async function wrongs(
  steps: readonly (readonly [Held, Step])[],
  repeat: (held: Held) => Promise<Step> = async ({ again }) => await again(),
): Promise<readonly object[]> {
  const found = await Promise.all(
    steps.map(async ([held, { status, step, error }]) => {
      const told = pages.told(held.name);
      const wasTrue = agrees(status, held);
      const repeated = await repeat(held);
      const same = repeated.status === status && repeated.step === step;
      if (same && wasTrue && agrees(status, held)) return [];
      return [{ name: held.name, status, error, told, repeated: repeated.status }];
    }),
  );
  return found.flat();
}

/** Presses the button beside what was acted on: once, whatever was left pressed or open. */
async function goOn(steps: readonly (readonly [Held, Step])[]): Promise<void> {
  const went = steps.map(async ([held, { status }]) => {
    const { name, session } = held;
    await session.observe();
    const next = await session.act({ type: "click", id: session.id("next") });
    expect([name, next.status, next.input]).toEqual([name, "done", "trusted"]);
    const presses = pages.told(name).filter((effect) => effect === "next");
    expect([name, presses, agrees(status, held)]).toEqual([name, ["next"], true]);
    const recorded = (await session.recorded()).map(({ actionId }) => actionId);
    expect(recorded.filter((actionId) => actionId === "held")).toHaveLength(1);
    await session.close();
  });
  await Promise.all(went);
}

/** Lets all pages go on, and come to what is waited for. */
async function release(own: OwnBrowser): Promise<void> {
  pages.release();
  const page = await own.pageAt(pages.url("wait"));
  await page.evaluate('document.body.append("Ready")');
}

function statuses(steps: readonly (readonly [Held, Step])[]): object {
  return Object.fromEntries(steps.map(([{ name }, { status }]) => [name, status]));
}

/** The same for all actions that were held. */
function all(held: readonly Held[], status: Step["status"]): object {
  return Object.fromEntries(held.map(({ name }) => [name, status]));
}

// Of a test that failed, too: the next one begins with no tab beside its own.
afterEach(closeAll);

async function closeAll(): Promise<void> {
  const { sessions } = await chain.agent.call("session.list", {});
  await Promise.all(
    sessions.map(({ sessionId }) => chain.agent.call("session.close", { sessionId })),
  );
}

const MOMENTS = ["before", "during", "after"] as const;

describe("a browser that stays", () => {
  let browser: { own: OwnBrowser; browserId: string };
  beforeAll(async () => {
    browser = await chain.ownBrowser();
  });

  test.each(MOMENTS)("a worker stopped %s the event leaves each action unknown", async (moment) => {
    const held = await holdAll(browser, moment);
    await browser.own.stopWorker();
    await release(browser.own);
    const steps = await Promise.all(held.map(async (each) => [each, await each.answer] as const));
    expect(statuses(steps)).toEqual(all(held, "unknown"));
    expect(await wrongs(steps)).toEqual([]);
    await goOn(steps);
  });

  test.each(MOMENTS)(
    "a daemon killed %s the event is followed by one that tells what became of each",
    async (moment) => {
      const held = await holdAll(browser, moment);
      await chain.killDaemon();
      await release(browser.own);
      await chain.reconnect();
      const steps = await Promise.all(
        held.map(async (each) => [each, await each.again()] as const),
      );
      // The worker carries on by itself, and the answers of all are asked for in time. A page that stands still from the
      // beginning may do so for longer than it is looked into or a press is waited for: any true end will do.
      const ends = moment === "before" ? ["done", "unknown", "failed"] : ["done"];
      expect(steps.filter(([, { status }]) => !ends.includes(status))).toEqual([]);
      expect(await wrongs(steps)).toEqual([]);
      await goOn(steps);
    },
  );
});

test.each(MOMENTS)(
  "a browser killed %s the event leaves each action unknown, and done at most once",
  async (moment) => {
    const again = async ({ again }: Held): Promise<Step> => await answerWithin(1000, again);
    const steps = await underDeadline(BRIEF_MS, async (deadlineMs) => {
      const browser = await chain.ownBrowser(`killed-${moment}-${deadlineMs}`);
      try {
        const held = await holdAll(browser, moment, deadlineMs);
        process.kill(browser.own.pid, "SIGKILL");
        return await Promise.all(
          held.map(async (each) => [each, await answerOf(each, again)] as const),
        );
      } catch (error) {
        process.kill(browser.own.pid, "SIGKILL");
        pages.release();
        await closeAll();
        throw error;
      }
    });
    expect(statuses(steps)).toEqual(
      all(
        steps.map(([held]) => held),
        "unknown",
      ),
    );
    pages.release();
    expect(await wrongs(steps, again)).toEqual([]);
    await Promise.all(steps.map(([{ session }]) => session.close()));
  },
);
