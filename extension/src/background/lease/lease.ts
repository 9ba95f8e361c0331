// What the worker knows of one session: its tabs and the actions it was asked for. All of it outlives the worker.
import { dialogRule, openDialog } from "@webserv/shared/model/dialog.ts";
import { inputMode, stepStatus } from "@webserv/shared/model/step.ts";
import * as z from "zod/mini";

/** Actions remembered by id; an older id would be taken for a new one. */
export const MAX_ACTIONS = 200;

const actionRecord = z.object({
  actionId: z.string(),
  /** Tells one action from another without keeping what was typed. Empty where it was only asked about. */
  digest: z.string(),
  /** refused: asked about before it came, and answered that it will never begin. */
  state: z.enum(["refused", "begun", "finished"]),
  /** How it finished. */
  status: z.optional(stepStatus),
});
export type ActionRecord = z.infer<typeof actionRecord>;

export const lease = z.object({
  sessionId: z.string(),
  agent: z.string(),
  /** In the order the session got them; the index in an observation is the index here. */
  tabIds: z.array(z.int()),
  /** Which of them another one of them opened. */
  openers: z.array(
    z.object({
      tabId: z.int(),
      openerTabId: z.int(),
      /** Their pages can't reach each other, as after a link to a new tab. */
      apart: z.optional(z.boolean()),
    }),
  ),
  /** The tab groups that were made for them, one a window; the person may have dissolved them since. */
  groups: z.optional(z.array(z.object({ windowId: z.int(), groupId: z.int() }))),
  /** The tab that actions go to. Null once it was closed by the person. */
  activeTabId: z.nullable(z.int()),
  /** The last step's number. */
  step: z.int(),
  /** The last action in words. */
  doing: z.string(),
  input: inputMode,
  /** Why input is synthetic; empty otherwise. */
  inputReason: z.string(),
  stopped: z.boolean(),
  /** When, in ms since 1970; left out once the person lets agents begin again. */
  stoppedAt: z.optional(z.number()),
  dialogs: dialogRule,
  /** How long a dialog waits for its answer, in ms. */
  answerMs: z.int(),
  /** Dialogs that wait now, until a time in ms since the epoch. */
  waiting: z.array(z.object({ tabId: z.int(), dialog: openDialog, until: z.number() })),
  /** Oldest first. */
  actions: z.array(actionRecord),
});
export type Lease = z.infer<typeof lease>;
export type WaitingDialog = Lease["waiting"][number];

export function actionOf(held: Lease, actionId: string): ActionRecord | undefined {
  return held.actions.find((record) => record.actionId === actionId);
}

/** The lease with `record` in place of the one with the same id, or as its newest. */
export function withAction(held: Lease, record: ActionRecord): Lease {
  const others = held.actions.filter(({ actionId }) => actionId !== record.actionId);
  return { ...held, actions: [...others, record].slice(-MAX_ACTIONS) };
}

/** The lease with what waits in a tab now; null: nothing. */
export function withWaiting(held: Lease, tabId: number, waiting: WaitingDialog | null): Lease {
  const others = held.waiting.filter((each) => each.tabId !== tabId);
  return { ...held, waiting: waiting === null ? others : [...others, waiting] };
}

/** The lease with one more tab, which becomes the current one where `activate` says so. */
export function withTab(held: Lease, tabId: number, activate: boolean): Lease {
  const tabIds = held.tabIds.includes(tabId) ? held.tabIds : [...held.tabIds, tabId];
  return { ...held, tabIds, activeTabId: activate ? tabId : held.activeTabId };
}

/** As `withTab`, of one that another of the lease's tabs opened. */
export function withOpenedTab(
  held: Lease,
  { tabId, openerTabId }: Lease["openers"][number],
  activate: boolean,
): Lease {
  const openers = [...held.openers, { tabId, openerTabId }];
  return { ...withTab(held, tabId, activate), openers };
}

/** The lease once it is known that the page of an opened tab can't reach the one that opened it. */
export function withOpenedApart(held: Lease, tabId: number): Lease {
  const openers = held.openers.map((each) =>
    each.tabId === tabId ? { ...each, apart: true } : each,
  );
  return { ...held, openers };
}

/** The index of the tab that opened another; undefined where none did, or it is not there any more. */
export function openerOf(held: Lease, tabId: number): number | undefined {
  const opened = held.openers.find((each) => each.tabId === tabId);
  const index = opened === undefined ? -1 : held.tabIds.indexOf(opened.openerTabId);
  return index === -1 ? undefined : index;
}

/**
 * The lease without a tab. Where that was the current one, `next` says who takes its place: the
 * neighbour that a browser would show, or nobody, so that the agent is told before it acts elsewhere.
 */
export function withoutTab(held: Lease, tabId: number, next: "neighbour" | "nobody"): Lease {
  const index = held.tabIds.indexOf(tabId);
  if (index === -1) return held;
  const tabIds = held.tabIds.filter((id) => id !== tabId);
  const { waiting } = withWaiting(held, tabId, null);
  const openers = held.openers.filter((each) => each.tabId !== tabId && each.openerTabId !== tabId);
  if (held.activeTabId !== tabId) return { ...held, tabIds, openers, waiting };
  const neighbour = tabIds[Math.max(0, index - 1)] ?? null;
  return {
    ...held,
    tabIds,
    openers,
    waiting,
    activeTabId: next === "neighbour" ? neighbour : null,
  };
}
