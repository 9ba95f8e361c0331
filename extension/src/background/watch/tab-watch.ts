// Bundles the watchers of the loads, requests and downloads of tabs, which a page can't see itself.
import type { Downloads } from "./downloads.ts";
import type { InnerLoad } from "./inner-loads.ts";
import { InnerLoads } from "./inner-loads.ts";
import { ABORTED, NavigationLog } from "./navigation-log.ts";
import type { OutsideLoad } from "./outside-loads.ts";
import { OutsideLoads } from "./outside-loads.ts";
import { PostedAddresses } from "./posted-addresses.ts";
import type { WorkerRequests } from "./worker-requests.ts";

const MAIN_FRAME = 0;

/** Describes a document that the browser loads, or should have loaded, in one frame of a tab. */
export interface FrameEvent {
  readonly tabId: number;
  /** The browser's id of the frame; 0 is the tab's main frame. */
  readonly frameId: number;
  readonly url: string;
  /** The browser's id of the document, if there is one yet. */
  readonly documentId?: string | undefined;
}

/** Describes the request of a document that a server has answered. */
export interface AnsweredDocument extends Pick<FrameEvent, "tabId" | "frameId" | "url"> {
  /** The HTTP method, such as `POST`. */
  readonly method: string;
}

/** Takes each event once, and passes it to the watchers that it concerns. */
export class TabWatch {
  /** Follows the navigations of main frames. */
  readonly navigations = new NavigationLog();
  /** Follows the loads of documents in inner frames. */
  readonly innerLoads = new InnerLoads();
  /** Follows the loads of scripts and stylesheets. */
  readonly loads = new OutsideLoads();
  /** Follows which addresses were answered to a form. */
  readonly posted = new PostedAddresses();
  /** Follows the requests of service workers and shared workers. */
  readonly workers: WorkerRequests;
  /** Follows the downloads of sessions. */
  readonly downloads: Downloads;

  constructor({ workers, downloads }: Pick<TabWatch, "workers" | "downloads">) {
    this.workers = workers;
    this.downloads = downloads;
  }

  /** Handles `webNavigation.onBeforeNavigate`. */
  documentBegan({ tabId, frameId, parentFrameId, url }: FrameEvent & InnerLoad): void {
    if (frameId === MAIN_FRAME) this.navigations.began(tabId, url);
    else this.innerLoads.began(tabId, frameId, { parentFrameId, url });
  }

  /** Handles `webNavigation.onCommitted`. */
  documentCommitted({ tabId, frameId, url, documentId }: FrameEvent): void {
    if (frameId !== MAIN_FRAME) {
      this.innerLoads.ended(tabId, frameId);
      return;
    }
    this.innerLoads.drop(tabId);
    this.loads.drop(tabId);
    this.navigations.committed(tabId, url, documentId);
  }

  /** Handles `webNavigation.onErrorOccurred`. */
  documentFailed({ tabId, frameId, url, documentId }: FrameEvent, error: string): void {
    if (frameId !== MAIN_FRAME) {
      this.innerLoads.ended(tabId, frameId);
      return;
    }
    this.navigations.failed(tabId, url, error, documentId);
    if (error === ABORTED) this.downloads.aborted(tabId, url);
  }

  /** Handles a change of address without a load: `onHistoryStateUpdated` and `onReferenceFragmentUpdated`. */
  addressChanged({ tabId, frameId }: Pick<FrameEvent, "tabId" | "frameId">): void {
    if (frameId === MAIN_FRAME) this.navigations.moved(tabId);
  }

  /** Handles `webRequest.onHeadersReceived` of a document, also of each redirect. */
  documentAnswered({ tabId, frameId, url, method }: AnsweredDocument, status: number): void {
    this.posted.answered(tabId, url, method);
    if (frameId === MAIN_FRAME) this.navigations.answered(tabId, url, status);
  }

  /** Handles `webRequest.onBeforeRequest` of a script or a stylesheet. */
  loadBegan(tabId: number, load: Omit<OutsideLoad, "beganAt" | "endedAt">): void {
    this.loads.began(tabId, load);
  }

  /** Handles `webRequest.onCompleted` and `onErrorOccurred` of a script or a stylesheet. */
  loadEnded(tabId: number, requestId: string): void {
    this.loads.ended(tabId, requestId);
  }

  /** Handles `tabs.onRemoved`. */
  tabRemoved(tabId: number): void {
    this.innerLoads.drop(tabId);
    this.loads.drop(tabId);
    this.posted.drop(tabId);
    this.navigations.closed(tabId);
  }
}
