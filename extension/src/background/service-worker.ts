// The service worker as one object: its parts, how they hang together, and what the browser tells them.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import browser from "webextension-polyfill";

import { Asks } from "./asks/asks.ts";
import { ProgramRedirects } from "./asks/program-redirects.ts";
import { daemonHandlers } from "./daemon-handlers.ts";
import { DownloadStorage } from "./watch/download-storage.ts";
import { Downloads } from "./watch/downloads.ts";
import { browserIdOf, browserName, findEnvironment } from "./platform/environment.ts";
import { FramePeers } from "./frames/frame-peers.ts";
import { InnerLoads } from "./watch/inner-loads.ts";
import { FrameTrees } from "./frames/frame-trees.ts";
import { explainSilence } from "./frames/page-silence.ts";
import { isAttended } from "./focus/attendance.ts";
import { PersonGuard } from "./focus/person-guard.ts";
import { CANCELLED, Debuggers } from "./input/debuggers.ts";
import { LeaseStorage } from "./lease/lease-storage.ts";
import { withWaiting } from "./lease/lease.ts";
import { Leases } from "./lease/leases.ts";
import { Opening } from "./step/opening.ts";
import { Pause } from "./lease/pause.ts";
import { SessionTabs } from "./lease/session-tabs.ts";
import { Stops } from "./lease/stops.ts";
import { TabOpeners } from "./lease/tab-openers.ts";
import { viewConnection } from "./link/connection.ts";
import { DaemonLink } from "./link/daemon-link.ts";
import { DaemonNews } from "./link/daemon-news.ts";
import { environmentConnector } from "./link/environment-connector.ts";
import { nativeConnector } from "./link/native-connector.ts";
import { PanelLink } from "./side-panel/panel-link.ts";
import { viewSessions } from "./side-panel/session-views.ts";
import { routerOf } from "./routing/pac-router.ts";
import { routedMark } from "./routing/routed-mark.ts";
import { Routing } from "./routing/routing.ts";
import { Screenshots } from "./screenshot/screenshots.ts";
import { ABORTED, NavigationLog } from "./watch/navigation-log.ts";
import { OutsideLoads } from "./watch/outside-loads.ts";
import { PageReader } from "./step/page-reader.ts";
import { Runs } from "./lease/action-in-flight.ts";
import { StepTaker } from "./step/step-taker.ts";
import { Steps } from "./step/steps.ts";
import { browserRequests, WorkerRequests } from "./watch/worker-requests.ts";

export class ServiceWorker {
  readonly #environment = findEnvironment();
  readonly #environmentName = this.#environment.then(({ name }) => name);
  readonly #attended = this.#environment.then((found) => isAttended(found, navigator.userAgent));
  readonly #keptDownloads = new DownloadStorage(browser.storage.session, this.#environmentName);
  readonly navigations = new NavigationLog();
  readonly #openers = new TabOpeners();
  readonly innerLoads = new InnerLoads();
  readonly loads = new OutsideLoads();
  readonly #workers = new WorkerRequests(browserRequests(chrome.webRequest));
  readonly person = new PersonGuard({
    attended: this.#attended,
    leases: () => this.#leases,
    runs: () => this.#runs,
  });
  readonly debuggers: Debuggers = new Debuggers(
    chrome.debugger,
    {
      mannersOf: (tabId) => {
        const held = this.#leases.ofTab(tabId);
        return held === undefined ? null : { rule: held.dialogs, answerMs: held.answerMs };
      },
      // A load that begins closes it, and lets the load before it come to its end.
      closeUnanswered: async (tabId) => {
        const load = this.navigations.pending(tabId);
        if (load !== undefined) await browser.tabs.update(tabId, { url: load.url });
      },
      onChange: (tabId) => void this.#keepDialog(tabId),
      tell: (tabId, news) => {
        const held = this.#leases.ofTab(tabId);
        if (held !== undefined) this.#news.dialog(held.sessionId, news);
      },
    },
    (tabId) => this.person.shield.attached(tabId),
  );
  readonly downloads: Downloads = new Downloads({
    // A tab that only downloads closes at once, and may never have joined its opener's session.
    sessionOf: (tabId) =>
      (this.#leases.ofTab(tabId) ?? this.#leases.ofTab(this.#openers.of(tabId) ?? -1))?.sessionId ??
      null,
    find: async (id) => (await chrome.downloads.search({ id }))[0] ?? null,
    keep: (kept) => void this.#keptDownloads.write(kept),
    tell: (...news) => this.#news.download(...news),
  });
  readonly #asks = new Asks({
    isHeld: (tabId) => this.#leases.ofTab(tabId)?.stopped === false,
    isKept: (location) => this.#redirects.keeps(location),
    openerOf: (tabId) => this.#openers.of(tabId),
  });
  readonly #workerId = crypto.randomUUID();
  /** Ends never: a worker is ended by the browser, without notice. */
  readonly #life = new AbortController();
  readonly #frames = new FramePeers(
    explainSilence(this.navigations),
    (tabId) => this.debuggers.dialogs.signalOf(tabId),
    (tabId, ask) => this.#asks.note(tabId, ask),
  );
  readonly #trees = new FrameTrees(this.#frames, this.innerLoads);
  readonly #runs = new Runs(() => this.#panel.show());
  readonly #redirects = new ProgramRedirects(
    chrome.declarativeNetRequest,
    navigator.userAgent,
    this.#environmentName,
  );
  readonly #leases = new Leases(
    new LeaseStorage(browser.storage.session, this.#environmentName),
    () => this.#leasesChanged(),
  );
  readonly #tabs = new SessionTabs({
    leases: this.#leases,
    runs: this.#runs,
    debuggers: this.debuggers,
    frames: this.#frames,
    navigations: this.navigations,
    inEnvironment: this.#environment.then(({ token }) => token !== undefined),
    attended: this.#attended,
    onOutsideChange: (sessionId) => void this.#tellChange(sessionId),
  });
  readonly #screenshots = new Screenshots({
    leases: this.#leases,
    tabs: this.#tabs,
    trees: this.#trees,
    debuggers: this.debuggers,
  });
  readonly #reader = new PageReader(this.#leases, this.#tabs, this.#trees, this.debuggers.dialogs);
  /** What is listened to while a page is opened or acted on. */
  readonly #watched = {
    leases: this.#leases,
    runs: this.#runs,
    tabs: this.#tabs,
    frames: this.#frames,
    debuggers: this.debuggers,
    navigations: this.navigations,
    innerLoads: this.innerLoads,
    loads: this.loads,
    workers: this.#workers,
    downloads: this.downloads,
    asks: this.#asks,
    reader: this.#reader,
  };
  readonly #opening = new Opening(this.#watched);
  readonly #steps = new Steps({
    leases: this.#leases,
    runs: this.#runs,
    reader: this.#reader,
    taker: new StepTaker({
      ...this.#watched,
      trees: this.#trees,
      screenshots: this.#screenshots,
      shield: this.person.shield,
      contentsOf: async (sessionId, files) =>
        (await this.#link.call("lease.files", { sessionId, files: [...files] })).files,
      mac: /Macintosh/.test(navigator.userAgent),
    }),
  });
  readonly #routing = new Routing(routerOf(this.#environment), routedMark(this.#environmentName));
  readonly #link: DaemonLink = new DaemonLink({
    connector: this.#environment.then(({ token }) =>
      token === undefined ? nativeConnector : environmentConnector(token),
    ),
    hello: () => this.#hello(),
    onChange: (facts) => {
      this.#routing.onConnection(facts.open);
      this.#panel.show();
    },
    handlers: daemonHandlers({
      leases: this.#leases,
      tabs: this.#tabs,
      frames: this.#frames,
      reader: this.#reader,
      screenshots: this.#screenshots,
      steps: this.#steps,
      routing: this.#routing,
      debuggers: this.debuggers,
      opening: this.#opening,
    }),
  });
  readonly #news = new DaemonNews((method, params) => this.#link.call(method, params));
  readonly #pause = new Pause(browser.storage.session, this.#environmentName, () =>
    this.#panel.show(),
  );
  readonly #stops = new Stops({
    leases: this.#leases,
    tabs: this.#tabs,
    pause: this.#pause,
    stopWork: async (sessionId) => {
      const stopped = this.#steps.stop(sessionId);
      this.#opening.stop(sessionId);
      await stopped;
    },
    doneOf: (sessionId) => this.#runs.of(sessionId)?.done ?? this.#opening.doneOf(sessionId),
    tell: (sessionId) => this.#news.halted(sessionId),
    allow: () => this.#link.call("lease.allowed", {}),
  });
  readonly #panel: PanelLink = new PanelLink(() => this.#view(), {
    "panel.stop": async ({ sessionId }) => {
      await this.#restored;
      await this.#stops.stop(sessionId);
      return {};
    },
    "panel.allow": async () => {
      await this.#restored;
      await this.#stops.letAgentsBegin();
      return {};
    },
  });
  /** What a former worker held is back; nothing may be asked of the leases before. */
  readonly #restored = this.#restore();

  constructor() {
    void this.person.begin(this.#restored);
  }

  connect(): void {
    this.#link.start(this.#life.signal);
  }

  servePanel(transport: Transport): void {
    this.#panel.serve(transport);
    this.connect();
  }

  /**
   * A page opened a window. The tabs' own opener says less: a tab that the person opens while a
   * session's is in front has that one for its opener, and is none of the agent's business.
   */
  tabOpenedBy(tabId: number, openerTabId: number, url: string): void {
    this.#openers.note(tabId, openerTabId);
    this.person.tabOpenedBy(tabId, openerTabId);
    void this.#joinOpened(tabId, openerTabId, url);
  }

  tabCreated(tabId: number, windowId: number, inFront: boolean): void {
    if (inFront) this.#openers.noteInFront(tabId);
    this.person.tabCreated(tabId, windowId);
  }

  tabRemoved(tabId: number): void {
    this.person.tabRemoved(tabId);
    this.innerLoads.drop(tabId);
    this.loads.drop(tabId);
    this.#trees.drop(tabId);
    this.#asks.forget(tabId);
    void this.#restored.then(() => this.#tabs.removed(tabId));
  }

  tabUpdated(tabId: number): void {
    if (this.#leases.ofTab(tabId) !== undefined) this.#panel.show();
  }

  documentCommitted(tabId: number, url: string): void {
    this.#frames.drop(tabId);
    this.innerLoads.drop(tabId);
    this.loads.drop(tabId);
    this.#trees.drop(tabId);
    this.navigations.committed(tabId, url);
    this.#asks.committed(tabId, url);
    this.debuggers.dialogs.stay(tabId);
  }

  documentFailed(tabId: number, url: string, error: string): void {
    this.navigations.failed(tabId, url, error);
    if (error === ABORTED) this.downloads.aborted(tabId, url);
    if (this.navigations.pending(tabId) === undefined) this.debuggers.dialogs.stay(tabId);
  }

  debuggerEvent(tabId: number | undefined, method: string, params: unknown): void {
    if (tabId !== undefined && method === "Page.downloadWillBegin") {
      this.downloads.begins(tabId, params);
    }
    if (tabId !== undefined) this.person.debuggerEvent(tabId, method, params);
    const isHeard = this.debuggers.onEvent(tabId, method, params);
    if (tabId !== undefined && method === "Page.fileChooserOpened" && !isHeard) {
      this.#asks.fileChooser(tabId);
    }
  }

  /** From the debugger's session of a frame of another site. */
  frameEvent(tabId: number, method: string, params: unknown): void {
    this.debuggers.onFrameEvent(tabId, method, params);
    // No upload waits for one there.
    if (method === "Page.fileChooserOpened") this.#asks.fileChooser(tabId);
  }

  /** Of any frame. */
  loadFailed(tabId: number, url: string, error: string): void {
    void this.#restored.then(() => this.#asks.loadFailed(tabId, url, error));
  }

  debuggerDetached(tabId: number | undefined, reason: string): void {
    this.debuggers.onDetach(tabId, reason);
    if (tabId !== undefined && reason === CANCELLED) {
      void this.#restored.then(() => this.#stops.cancelled(tabId));
    }
  }

  /** For `webRequest.onHeadersReceived` of a main frame or an inner one, also of each redirect. */
  answered(tabId: number, frameId: number, status: number, location: string | undefined): void {
    if (frameId === 0) this.navigations.answered(tabId, status);
    if (location !== undefined) this.#asks.redirected(tabId, location);
  }

  #leasesChanged(): void {
    this.#panel.show();
    const held = this.#leases.all().filter(({ stopped }) => !stopped);
    this.#redirects.hold(held.flatMap(({ tabIds }) => tabIds));
  }

  /** For `webRequest.onAuthRequired`. */
  async signInAsked(
    request: chrome.webRequest.OnAuthRequiredDetails,
  ): Promise<chrome.webRequest.BlockingResponse> {
    await this.#restored;
    return this.#asks.signIn(request);
  }

  async #restore(): Promise<void> {
    await Promise.all([this.#leases.restore(), this.#routing.restore(), this.#pause.restore()]);
    for (const { waiting } of this.#leases.all()) {
      for (const { tabId, dialog, until } of waiting) {
        this.debuggers.dialogs.restore(tabId, dialog, until);
      }
    }
    const downloads = await this.#keptDownloads.read();
    const held = downloads.filter(({ sessionId }) => this.#leases.find(sessionId) !== undefined);
    await Promise.all([this.#tabs.dropLost(), this.downloads.restore(held)]);
  }

  /** A worker that starts anew must know of what waits: the browser does not tell it again. */
  async #keepDialog(tabId: number): Promise<void> {
    const { dialogs } = this.debuggers;
    const held = this.#leases.ofTab(tabId);
    if (held === undefined) return;
    const dialog = dialogs.openIn(tabId);
    const until = dialogs.waitsUntil(tabId);
    const waiting = dialog === null || until === null ? null : { tabId, dialog, until };
    await this.#leases.update(held.sessionId, (before) => withWaiting(before, tabId, waiting));
  }

  async #joinOpened(tabId: number, openerTabId: number, url: string): Promise<void> {
    await this.#restored;
    if (this.#asks.tabOpened(tabId, openerTabId, url)) return;
    const tab = await browser.tabs.get(tabId).catch(() => null);
    // Closed as soon as it was opened: nobody would tell of its end any more.
    if (tab === null) return;
    const held = this.#leases.ofTab(openerTabId);
    const run = held === undefined ? undefined : this.#runs.of(held.sessionId);
    // The person has their own tab back by now; the session goes where the browser would have gone.
    const isForeground = tab.active || this.#openers.wasInFront(tabId);
    await this.#tabs.join(tabId, openerTabId, isForeground || run?.opensInFront === true);
  }

  async #hello(): Promise<Params<"link.hello">> {
    await this.#restored;
    return {
      protocol: protocolVersion,
      extensionVersion: browser.runtime.getManifest().version,
      browserId: await browserIdOf(await this.#environment),
      browser: await browserName(),
      workerId: this.#workerId,
      sessions: this.#leases.all().map(({ sessionId }) => sessionId),
    };
  }

  async #tellChange(sessionId: string): Promise<void> {
    const held = this.#leases.find(sessionId);
    if (held === undefined) return;
    this.#news.changed({ sessionId, tabs: await this.#tabs.list(held) });
  }

  async #view(): Promise<Params<"panel.show">> {
    await this.#restored;
    const connection = viewConnection(this.#link.facts, Date.now());
    const connected = connection.state === "connected";
    const sessions = await viewSessions(this.#leases, this.#runs, connected);
    return { connection, pausedUntil: this.#pause.until(), sessions };
  }
}
