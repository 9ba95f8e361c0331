// Protects the person's focus: it passes the browser's events to the part that returns the focus to the person.
import type { ActionsInFlight } from "../lease/action-in-flight.ts";
import type { Leases } from "../lease/leases.ts";
import { asksToLeave, focusApi, windowsNow } from "./browser-focus.ts";
import { InputShield } from "./input-shield.ts";
import { PersonFocus } from "./person-focus.ts";

export interface PersonGuardOptions {
  /** Resolves with whether a person may sit at this browser; without one, the focus is not returned. */
  readonly attended: Promise<boolean>;
  readonly leases: () => Leases;
  readonly inFlight: () => ActionsInFlight;
}

export class PersonGuard {
  readonly shield = new InputShield({
    ignoreInput: (tabId, ignore) =>
      chrome.debugger.sendCommand({ tabId }, "Input.setIgnoreInputEvents", { ignore }),
  });
  readonly #options: PersonGuardOptions;
  readonly #focus: PersonFocus;
  /** Resolves once the person's tab is known. */
  readonly #begun = Promise.withResolvers<void>();

  constructor(options: PersonGuardOptions) {
    this.#options = options;
    this.#focus = new PersonFocus({
      api: focusApi,
      isAgents: (tabId) => options.leases().ofTab(tabId)?.stopped === false,
      mayBeCalled: (tabId) => this.#mayBeCalled(tabId),
      inputMs: (tabId) => {
        const held = options.leases().ofTab(tabId);
        return held === undefined ? null : options.inFlight().inputMsOf(held.sessionId);
      },
      onTab: (tabId) => this.shield.personAt(tabId),
      nowMs: () => performance.now(),
    });
  }

  /** Begins if a person may be there. @param restored resolves once it is known which tabs are the agents' */
  async begin(restored: Promise<void>): Promise<void> {
    const [attended] = await Promise.all([this.#options.attended, restored]);
    if (!attended) return;
    this.#focus.begin(await windowsNow());
    this.shield.raise();
    this.#begun.resolve();
  }

  tabCreated(tabId: number, windowId: number): void {
    this.#tell((focus) => focus.created(tabId, windowId));
  }

  tabShown(tabId: number, windowId: number): void {
    this.#tell((focus) => focus.shown(tabId, windowId));
  }

  tabOpenedBy(tabId: number, openerTabId: number): void {
    this.#tell((focus) => focus.opened(tabId, openerTabId));
  }

  tabRemoved(tabId: number): void {
    this.shield.closed(tabId);
    this.#tell((focus) => focus.closed(tabId));
  }

  windowFocused(windowId: number): void {
    this.#tell((focus) => focus.windowFocused(windowId));
  }

  windowRemoved(windowId: number): void {
    this.#tell((focus) => focus.windowClosed(windowId));
  }

  debuggerEvent(tabId: number, method: string, params: unknown): void {
    if (asksToLeave(method, params)) this.#tell((focus) => focus.asksToLeave(tabId));
  }

  #tell(news: (focus: PersonFocus) => void): void {
    void this.#begun.promise.then(() => news(this.#focus));
  }

  /**
   * Tells whether a page may bring the tab to the front: only a page can that opened it, or was opened by it, and that
   * can still reach it.
   */
  #mayBeCalled(tabId: number): boolean {
    const openers = this.#options.leases().ofTab(tabId)?.openers ?? [];
    return openers.some(
      (each) => each.apart !== true && (each.tabId === tabId || each.openerTabId === tabId),
    );
  }
}
