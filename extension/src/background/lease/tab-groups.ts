// Shows the person which tabs belong to a session, by a tab group in each window that has some.
import browser from "webextension-polyfill";

import type { Lease } from "./lease.ts";
import type { Leases } from "./leases.ts";

type Colour = `${chrome.tabGroups.Color}`;

/** The colours of groups, without grey, which is the first colour of a person's own groups. */
const COLOURS: readonly Colour[] = [
  "blue",
  "orange",
  "green",
  "purple",
  "cyan",
  "pink",
  "yellow",
  "red",
];
const MAX_TITLE = 40;

/**
 * Shows groups, and never throws: if the browser has no groups, or the person is dragging tabs, nothing is shown.
 * A tab is put into a group once, when the session gets it. If the person takes a tab out, or dissolves a group, it
 * stays so.
 */
export class TabGroups {
  readonly #leases: Leases;
  readonly #wanted: Promise<boolean>;
  /** Resolves after the last change, for which the next one waits: two tabs at once would each make a group. */
  #last: Promise<void> = Promise.resolve();

  /** @param wanted says whether a person sees this browser's windows */
  constructor(leases: Leases, wanted: Promise<boolean>) {
    this.#leases = leases;
    this.#wanted = wanted;
  }

  /** Puts a tab that has joined the session into the session's group. */
  add(sessionId: string, tabId: number): void {
    void this.#inTurn(() => this.#add(sessionId, tabId));
  }

  /** Dissolves the groups of a session that has ended, or may not act any more. */
  async dissolve({ groups = [] }: Lease): Promise<void> {
    await this.#inTurn(async () => {
      const tabs = await Promise.all(
        groups.map(async ({ groupId }) => await browser.tabs.query({ groupId })),
      );
      const [first, ...rest] = tabs.flat().flatMap(({ id }) => id ?? []);
      if (first !== undefined) await browser.tabs.ungroup([first, ...rest]);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = async (before: Promise<void>): Promise<void> => {
      await before;
      if ((await this.#wanted) && "tabGroups" in browser) await work();
    };
    this.#last = turn(this.#last).catch(() => {});
    return this.#last;
  }

  async #add(sessionId: string, tabId: number): Promise<void> {
    const held = this.#leases.find(sessionId);
    if (held === undefined || held.stopped || !held.tabIds.includes(tabId)) return;
    const { windowId } = await browser.tabs.get(tabId);
    if (windowId === undefined) return;
    // Popup windows show no tabs.
    if ((await browser.windows.get(windowId)).type !== "normal") return;
    const { groups = [] } = held;
    const known = groups.find((group) => group.windowId === windowId);
    if (known !== undefined) {
      // The group must still be in this window: it can be dragged into another, and would take the tab with it.
      const group = await browser.tabGroups.get(known.groupId);
      if (group.windowId === windowId) {
        await browser.tabs.group({ groupId: group.id, tabIds: [tabId] });
      }
      return;
    }
    const groupId = await browser.tabs.group({ createProperties: { windowId }, tabIds: [tabId] });
    await this.#leases.update(sessionId, (before) => ({
      ...before,
      groups: [...(before.groups ?? []), { windowId, groupId }],
    }));
    const title = held.agent.slice(0, MAX_TITLE);
    await browser.tabGroups.update(groupId, { title, color: await this.#colourOf(held) });
  }

  /** Returns the colour of the session's other groups, or one that no group has yet. */
  async #colourOf({ groups = [] }: Lease): Promise<Colour> {
    const all = await browser.tabGroups.query({});
    const own = all.find(({ id }) => groups.some(({ groupId }) => groupId === id));
    if (own !== undefined) return own.color;
    const used = new Set<string>(all.map(({ color }) => color));
    return COLOURS.find((colour) => !used.has(colour)) ?? "blue";
  }
}
