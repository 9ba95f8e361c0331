// Reads what an action changed outside the page's own content.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import { MAX_PASSED } from "@webserv/shared/model/page/settle.ts";
import type { Effects } from "@webserv/shared/model/step.ts";
import browser from "webextension-polyfill";

import type { ActionResult } from "../act/context/action-context.ts";
import type { AskBook } from "../asks/ask-book.ts";
import type { Debuggers } from "../input/debuggers.ts";
import type { ActionInFlight } from "../lease/action-in-flight.ts";
import type { Leases } from "../lease/leases.ts";
import { isPageless } from "../watch/navigation-advice.ts";
import type { TabWatch } from "../watch/tab-watch.ts";
import type { ActionScene } from "./action-scene.ts";

/** Limits the wait for a page to report whether it has reacted to a text, in ms. */
const ANSWER_MS = 2_000;

export interface EffectSources {
  readonly leases: Leases;
  readonly debuggers: Debuggers;
  readonly watch: TabWatch;
  readonly asks: AskBook;
}

export interface ReadEffects {
  readonly scene: ActionScene;
  readonly running: ActionInFlight;
  readonly result: ActionResult;
  /** The page after the action; null if it was not read. */
  readonly observation: Observation | null;
  /** The words that came and went while the page was waited for. */
  readonly passed: readonly string[];
  /** True if the browser is not asked any more. */
  readonly inHaste: boolean;
  /** True if the page has not answered, so that it is not asked any more either. */
  readonly isSilent: boolean;
  /** True if the step's error says what became of its load. */
  readonly isTold: boolean;
}

/** Reads the effects; a kind of effect that has not occurred is absent. */
export async function readEffects(
  { leases, asks, watch, debuggers: { dialogs: book } }: EffectSources,
  { scene, running, result, observation, passed, inHaste, isSilent, isTold }: ReadEffects,
): Promise<Effects> {
  const { before, sessionId } = scene;
  const isListed = before?.tabId === leases.find(sessionId)?.activeTabId;
  const listed = isListed ? observation?.tabs.find(({ active }) => active)?.url : undefined;
  const navigated = before === null || inHaste ? undefined : await navigationOf(before, listed);
  const opened = inHaste ? [] : await Promise.all(running.tabsOpened.map(urlOf));
  const held = leases.find(sessionId);
  const loaded = inHaste ? [] : await tabsLoaded(running, held?.tabIds ?? []);
  const active = held?.activeTabId ?? null;
  const dialog = active === null ? null : book.openIn(active);
  const taken = [...(held?.tabIds ?? [])].map((tabId) => book.take(tabId));
  const dialogs = [...running.lastDialogs, ...taken.flatMap((each) => each.dialogs)];
  const unlisted = taken.reduce((sum, each) => sum + each.unlisted, 0);
  const asked = (held?.tabIds ?? []).flatMap((tabId) => asks.take(tabId));
  const downloads = watch.downloads.take(sessionId);
  // The focus of a tab that was left is none of the page that is told.
  const isLeft = navigated !== undefined || (before !== null && !isListed);
  const pageless = active === null || isTold ? undefined : pagelessLoad(watch, active, scene);
  const aftermath =
    inHaste || isSilent || isLeft ? {} : await scene.page.aftermath.read(scene.page.target);
  return {
    ...(navigated === undefined ? {} : { navigated }),
    ...aftermath,
    ...(opened.length > 0
      ? { tabsOpened: opened.map((address) => withoutUserInfo(address ?? "")) }
      : {}),
    ...(loaded.length > 0 ? { tabsLoaded: loaded } : {}),
    ...(running.tabsClosed > 0 ? { tabsClosed: running.tabsClosed } : {}),
    ...(dialogs.length > 0 ? { dialogs } : {}),
    ...(unlisted > 0 ? { dialogsUnlisted: unlisted } : {}),
    ...(dialog === null ? {} : { dialog }),
    ...(pageless === undefined ? {} : { pageless }),
    ...(asked.length === 0 ? {} : { asked }),
    ...(downloads.length === 0 ? {} : { downloads }),
    ...(result.scrolled === undefined ? {} : { scrolled: result.scrolled }),
    ...(result.value === undefined ? {} : { value: result.value }),
    ...(await entryOf(scene, result, isSilent)),
    ...(passed.length === 0 ? {} : { passed: passed.slice(0, MAX_PASSED) }),
  };
}

/**
 * Reports the fate of an entered text. If the page has left the field empty, it has used the text if it has shown
 * something since; else it may have refused it. A page that does not answer any more counts as having used it.
 */
async function entryOf(
  { page, target }: ActionScene,
  { difference, emptied }: ActionResult,
  isSilent: boolean,
): Promise<Pick<Effects, "difference" | "emptied">> {
  if (difference === undefined) return {};
  if (emptied === undefined || target === undefined) return { difference };
  if (isSilent) return { emptied };
  const { id } = target;
  const { answered } = await page
    .routes()
    .call(id, "frame.answered", { id }, page.afterwards(ANSWER_MS))
    .catch(() => ({ answered: true }));
  return answered ? { emptied } : { difference };
}

/**
 * Tells from which address to which the tab went; undefined if it shows the same one, or is gone.
 * @param listed is the tab's address after the reading, if that listed the tab
 */
async function navigationOf(
  before: NonNullable<ActionScene["before"]>,
  listed: string | undefined,
): Promise<Effects["navigated"]> {
  const from = withoutUserInfo(await before.url);
  const now = listed ?? (await urlOf(before.tabId));
  if (now === null) return undefined;
  const to = withoutUserInfo(now);
  return to === from ? undefined : { from, to };
}

/** Returns the last load of the action if its server has sent no page. */
function pagelessLoad(
  { navigations }: TabWatch,
  tabId: number,
  { inputAt }: ActionScene,
): Effects["pageless"] {
  const last = inputAt === null ? undefined : navigations.loadsSince(tabId, inputAt).at(-1);
  if (last?.status === undefined || !isPageless(last.error ?? "", last.status)) return undefined;
  return { url: withoutUserInfo(last.url), status: last.status };
}

/** Tells into which tabs the action has loaded a page, of those that were open before. */
async function tabsLoaded(
  running: ActionInFlight,
  tabIds: readonly number[],
): Promise<NonNullable<Effects["tabsLoaded"]>> {
  const loaded = await Promise.all(
    tabIds.map(async (tabId, index) => {
      const url = running.tabsLoaded.has(tabId) ? await urlOf(tabId) : null;
      return url === null ? [] : [{ index, url: withoutUserInfo(url) }];
    }),
  );
  return loaded.flat();
}

/** Returns the address of a tab, or null if the tab is gone. */
async function urlOf(tabId: number): Promise<string | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab === null ? null : (tab.url ?? "");
}
