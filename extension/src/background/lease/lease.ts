// Describes a session's lease of tabs in this browser, with the records of its actions. All of it outlives the worker.
import { dialogRule, openDialog } from "@webserv/shared/model/page/dialog.ts";
import { inputMode, stepStatus } from "@webserv/shared/model/step.ts";
import * as z from "zod/mini";

/** The most actions that are remembered by id; an older id would be taken for a new one. */
export const MAX_ACTIONS = 200;

const actionRecord = z.object({
  actionId: z.string(),
  /** Identifies the action without its typed text; it is empty if only the outcome of the action was asked for. */
  digest: z.string(),
  /** An action is refused if its outcome was asked for before it came: the answer was that it will never begin. */
  state: z.enum(["refused", "begun", "finished"]),
  /** The status with which the action finished. */
  status: z.optional(stepStatus),
});
export type ActionRecord = z.infer<typeof actionRecord>;

export const lease = z.object({
  sessionId: z.string(),
  agent: z.string(),
  /** The tabs stand in the order in which the session got them; their index here is the one in an observation. */
  tabIds: z.array(z.int()),
  /** The tabs that were opened by another tab of the session, with that tab. */
  openers: z.array(
    z.object({
      tabId: z.int(),
      openerTabId: z.int(),
      /** True if the pages of the two tabs can't reach each other, as after a link to a new tab. */
      apart: z.optional(z.boolean()),
    }),
  ),
  /** The tab groups made for the tabs, one for each window; the person may have dissolved them since. */
  groups: z.optional(z.array(z.object({ windowId: z.int(), groupId: z.int() }))),
  /** The tab to which actions go; null once the person has closed it. */
  activeTabId: z.nullable(z.int()),
  /** The number of the last step. */
  step: z.int(),
  /** Describes the last action in words. */
  doing: z.string(),
  input: inputMode,
  /** The reason for synthetic input; empty if input is trusted. */
  inputReason: z.string(),
  stopped: z.boolean(),
  /** The time of the stop, in ms since 1970; absent once the person lets agents begin again. */
  stoppedAt: z.optional(z.number()),
  /** The longest wait for a page, in ms; absent if the session has not chosen one. */
  budgetMs: z.optional(z.number()),
  dialogs: dialogRule,
  /** The time that a dialog waits for its answer, in ms. */
  answerMs: z.int(),
  /** The dialogs that wait now, each until a time in ms since 1970. */
  waiting: z.array(z.object({ tabId: z.int(), dialog: openDialog, until: z.number() })),
  /** The records of actions, oldest first. */
  actions: z.array(actionRecord),
});
export type Lease = z.infer<typeof lease>;
export type WaitingDialog = Lease["waiting"][number];

export function actionOf(held: Lease, actionId: string): ActionRecord | undefined {
  return held.actions.find((record) => record.actionId === actionId);
}

/** Returns the lease with `record` in place of the one with the same id, or as its newest. */
export function withAction(held: Lease, record: ActionRecord): Lease {
  const others = held.actions.filter(({ actionId }) => actionId !== record.actionId);
  return { ...held, actions: [...others, record].slice(-MAX_ACTIONS) };
}

/** Returns the lease with the dialog that waits in a tab now; null means none. */
export function withWaiting(held: Lease, tabId: number, waiting: WaitingDialog | null): Lease {
  const others = held.waiting.filter((each) => each.tabId !== tabId);
  return { ...held, waiting: waiting === null ? others : [...others, waiting] };
}

/** Returns the lease with one more tab, which becomes the current one if `activate` says so. */
export function withTab(held: Lease, tabId: number, activate: boolean): Lease {
  const tabIds = held.tabIds.includes(tabId) ? held.tabIds : [...held.tabIds, tabId];
  return { ...held, tabIds, activeTabId: activate ? tabId : held.activeTabId };
}

/** Does what `withTab` does, for a tab that another of the lease's tabs opened. */
export function withOpenedTab(
  held: Lease,
  { tabId, openerTabId }: Lease["openers"][number],
  activate: boolean,
): Lease {
  const openers = [...held.openers, { tabId, openerTabId }];
  return { ...withTab(held, tabId, activate), openers };
}

/** Says how two of a lease's tabs belong together; undefined if neither page can have a name for the other. */
export function kinOf(
  { openers }: Lease,
  from: number,
  tabId: number,
): "opener" | "opened" | undefined {
  const opened = openers.find((each) => each.tabId === from);
  if (opened?.openerTabId === tabId) return "opener";
  const other = openers.find((each) => each.tabId === tabId);
  if (other === undefined) return undefined;
  const isSibling = other.openerTabId === opened?.openerTabId;
  return other.openerTabId === from || isSibling ? "opened" : undefined;
}

/** Returns the lease once it is known that the page of an opened tab can't reach the page that opened it. */
export function withOpenedApart(held: Lease, tabId: number): Lease {
  const openers = held.openers.map((each) =>
    each.tabId === tabId ? { ...each, apart: true } : each,
  );
  return { ...held, openers };
}

/** Returns the index of the tab that opened another; undefined if none did, or if it is gone. */
export function openerOf(held: Lease, tabId: number): number | undefined {
  const opened = held.openers.find((each) => each.tabId === tabId);
  const index = opened === undefined ? -1 : held.tabIds.indexOf(opened.openerTabId);
  return index === -1 ? undefined : index;
}

/**
 * Returns the lease without a tab. If that was the current one, `next` says which tab becomes current: the neighbour
 * that a browser would show, or none, so that the agent learns of it before it acts elsewhere.
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
