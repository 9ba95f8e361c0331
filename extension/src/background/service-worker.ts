// Builds the service worker from its parts, and connects these.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import browser from "webextension-polyfill";

import { Asks } from "./asks/asks.ts";
import { ProgramRedirects } from "./asks/program-redirects.ts";
import { BrowserEvents } from "./browser-events.ts";
import { daemonHandlers } from "./daemon-handlers.ts";
import { isAttended } from "./focus/attendance.ts";
import { PersonGuard } from "./focus/person-guard.ts";
import { BlobFrames } from "./frames/blob-frames.ts";
import { FramePeers } from "./frames/frame-peers.ts";
import { FrameTrees } from "./frames/frame-trees.ts";
import { PdfDocuments } from "./frames/pdf/pdf-documents.ts";
import { explainSilence } from "./frames/page-silence.ts";
import { Debuggers } from "./input/debuggers.ts";
import { ActionsInFlight } from "./lease/action-in-flight.ts";
import { LeaseStorage } from "./lease/lease-storage.ts";
import { withWaiting } from "./lease/lease.ts";
import { Leases } from "./lease/leases.ts";
import { Pause } from "./lease/pause.ts";
import { SessionTabs } from "./lease/session-tabs.ts";
import { Stops } from "./lease/stops.ts";
import { TabOpeners } from "./lease/tab-openers.ts";
import { viewConnection } from "./link/connection.ts";
import { DaemonLink } from "./link/daemon-link.ts";
import { DaemonNews } from "./link/daemon-news.ts";
import { environmentConnector } from "./link/environment-connector.ts";
import { nativeConnector } from "./link/native-connector.ts";
import { browserIdOf, browserName, findEnvironment } from "./platform/environment.ts";
import { routerOf } from "./routing/pac-router.ts";
import { routedMark } from "./routing/routed-mark.ts";
import { Routing } from "./routing/routing.ts";
import { Screenshots } from "./screenshot/screenshots.ts";
import { PanelLink } from "./side-panel/panel-link.ts";
import { viewSessions } from "./side-panel/session-views.ts";
import { Opening } from "./step/opening.ts";
import { PageReader } from "./step/page-reader.ts";
import { StepTaker } from "./step/step-taker.ts";
import { Steps } from "./step/steps.ts";
import { DownloadStorage } from "./watch/download-storage.ts";
import { Downloads } from "./watch/downloads.ts";
import { TabWatch } from "./watch/tab-watch.ts";
import { browserRequests, WorkerRequests } from "./watch/worker-requests.ts";

export class ServiceWorker {
  readonly #environment = findEnvironment();
  readonly #environmentName = this.#environment.then(({ name }) => name);
  readonly #attended = this.#environment.then((found) => isAttended(found, navigator.userAgent));
  readonly #keptDownloads = new DownloadStorage(browser.storage.session, this.#environmentName);
  readonly #openers = new TabOpeners();
  readonly #person = new PersonGuard({
    attended: this.#attended,
    leases: () => this.#leases,
    inFlight: () => this.#inFlight,
  });
  readonly #debuggers: Debuggers = new Debuggers(
    chrome.debugger,
    {
      mannersOf: (tabId) => {
        const held = this.#leases.ofTab(tabId);
        return held === undefined ? null : { rule: held.dialogs, answerMs: held.answerMs };
      },
      // Beginning the load again closes the dialog, and lets the earlier load end.
      closeUnanswered: async (tabId) => {
        const load = this.#watch.navigations.pending(tabId);
        if (load !== undefined) await browser.tabs.update(tabId, { url: load.url });
      },
      onChange: (tabId) => void this.#keepDialog(tabId),
      tell: (tabId, news) => {
        const held = this.#leases.ofTab(tabId);
        if (held !== undefined) this.#news.dialog(held.sessionId, news);
      },
    },
    (tabId) => this.#person.shield.attached(tabId),
  );
  readonly #downloads: Downloads = new Downloads({
    // A tab that only downloads closes at once, and may never have joined its opener's session.
    sessionOf: (tabId) =>
      (this.#leases.ofTab(tabId) ?? this.#leases.ofTab(this.#openers.of(tabId) ?? -1))?.sessionId ??
      null,
    find: async (id) => (await chrome.downloads.search({ id }))[0] ?? null,
    keep: (kept) => void this.#keptDownloads.write(kept),
    tell: (...news) => this.#news.download(...news),
  });
  readonly #watch = new TabWatch({
    workers: new WorkerRequests(browserRequests(chrome.webRequest)),
    downloads: this.#downloads,
  });
  readonly #asks = new Asks({
    isHeld: (tabId) => this.#leases.ofTab(tabId)?.stopped === false,
    isKept: (location) => this.#redirects.keeps(location),
    openerOf: (tabId) => this.#openers.of(tabId),
  });
  readonly #workerId = crypto.randomUUID();
  /** Never aborts, since the browser ends a worker without notice. */
  readonly #life = new AbortController();
  readonly #frames = new FramePeers(
    explainSilence(this.#watch.navigations),
    (tabId) => this.#debuggers.dialogs.signalOf(tabId),
    (tabId, ask) => this.#asks.note(tabId, ask),
  );
  readonly #pdfs = new PdfDocuments({
    isPosted: (tabId, url) => this.#watch.posted.has(tabId, url),
    read: (base64) => this.#link.call("lease.read-pdf", { base64 }),
  });
  readonly blobFrames = new BlobFrames();
  readonly #trees = new FrameTrees({
    frames: this.#frames,
    loads: this.#watch.innerLoads,
    pdfs: this.#pdfs,
    blobFrames: this.blobFrames,
  });
  readonly #inFlight = new ActionsInFlight(() => this.#panel.show());
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
    inFlight: this.#inFlight,
    debuggers: this.#debuggers,
    frames: this.#frames,
    navigations: this.#watch.navigations,
    inEnvironment: this.#environment.then(({ token }) => token !== undefined),
    attended: this.#attended,
    onOutsideChange: (sessionId) => void this.#tellChange(sessionId),
  });
  readonly #screenshots = new Screenshots({
    leases: this.#leases,
    tabs: this.#tabs,
    trees: this.#trees,
    debuggers: this.#debuggers,
  });
  readonly #reader = new PageReader(this.#leases, this.#tabs, this.#trees, this.#debuggers.dialogs);
  /** The parts that both the opening of a session and each of its steps use. */
  readonly #stepParts = {
    leases: this.#leases,
    inFlight: this.#inFlight,
    tabs: this.#tabs,
    frames: this.#frames,
    debuggers: this.#debuggers,
    watch: this.#watch,
    asks: this.#asks,
    reader: this.#reader,
  };
  readonly #opening = new Opening(this.#stepParts);
  readonly #steps = new Steps({
    leases: this.#leases,
    inFlight: this.#inFlight,
    reader: this.#reader,
    taker: new StepTaker({
      ...this.#stepParts,
      trees: this.#trees,
      screenshots: this.#screenshots,
      shield: this.#person.shield,
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
      debuggers: this.#debuggers,
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
    doneOf: (sessionId) => this.#inFlight.of(sessionId)?.done ?? this.#opening.doneOf(sessionId),
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
  /** Resolves when the state of an earlier worker is restored; the leases must not be used before. */
  readonly #restored = this.#restore();
  readonly events = new BrowserEvents({
    watch: this.#watch,
    frames: this.#frames,
    trees: this.#trees,
    asks: this.#asks,
    debuggers: this.#debuggers,
    person: this.#person,
    openers: this.#openers,
    leases: this.#leases,
    inFlight: this.#inFlight,
    tabs: this.#tabs,
    stops: this.#stops,
    restored: this.#restored,
    showPanel: () => this.#panel.show(),
  });

  constructor() {
    void this.#person.begin(this.#restored);
  }

  connect(): void {
    this.#link.start(this.#life.signal);
  }

  servePanel(transport: Transport): void {
    this.#panel.serve(transport);
    this.connect();
  }

  #leasesChanged(): void {
    this.#panel.show();
    const held = this.#leases.all().filter(({ stopped }) => !stopped);
    this.#redirects.hold(held.flatMap(({ tabIds }) => tabIds));
  }

  async #restore(): Promise<void> {
    await Promise.all([this.#leases.restore(), this.#routing.restore(), this.#pause.restore()]);
    for (const { waiting } of this.#leases.all()) {
      for (const { tabId, dialog, until } of waiting) {
        this.#debuggers.dialogs.restore(tabId, dialog, until);
      }
    }
    const downloads = await this.#keptDownloads.read();
    const held = downloads.filter(({ sessionId }) => this.#leases.find(sessionId) !== undefined);
    await Promise.all([this.#tabs.dropLost(), this.#downloads.restore(held)]);
  }

  /** Stores the dialog that waits in a tab, since the browser does not report it again to a new worker. */
  async #keepDialog(tabId: number): Promise<void> {
    const { dialogs } = this.#debuggers;
    const held = this.#leases.ofTab(tabId);
    if (held === undefined) return;
    const dialog = dialogs.openIn(tabId);
    const until = dialogs.waitsUntil(tabId);
    const waiting = dialog === null || until === null ? null : { tabId, dialog, until };
    await this.#leases.update(held.sessionId, (before) => withWaiting(before, tabId, waiting));
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
    const sessions = await viewSessions(this.#leases, this.#inFlight, connected);
    return { connection, pausedUntil: this.#pause.until(), sessions };
  }
}
