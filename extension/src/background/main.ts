// Is the entry of the service worker: it creates the parts, listens to the browser, and connects.
import { LINE_PORT, PANEL_PORT } from "@webserv/shared/protocol/ports.ts";
import browser from "webextension-polyfill";

import { portTransport } from "./platform/port-transport.ts";
import { ServiceWorker } from "./service-worker.ts";
import { serveWorkerPorts } from "./worker-ports.ts";

const ALARM = "webserv-connect";
/**
 * The period of the alarm, which restarts a worker that ended while no open page could wake it. For an extension from
 * the store, the browser raises it to half a minute.
 */
const ALARM_MINUTES = 3 / 60;

// A worker is started for an event only if it listens before its first turn ends.
const worker = new ServiceWorker();
const { events } = worker;

browser.runtime.onInstalled.addListener(() => worker.connect());
browser.runtime.onStartup.addListener(() => worker.connect());
// The alarm only has to start the worker: a running worker knows by itself when to connect again.
browser.alarms.onAlarm.addListener(() => {});
serveWorkerPorts({
  [PANEL_PORT]: (port) => worker.servePanel(portTransport(port)),
  // The port starts the worker, and stays open so that the content script notices the worker's end.
  [LINE_PORT]: (port) => worker.blobFrames.lineOpened(port),
});

browser.tabs.onRemoved.addListener((tabId) => events.tabRemoved(tabId));
browser.tabs.onCreated.addListener(({ id, windowId, active }) => {
  if (id !== undefined && windowId !== undefined) events.tabCreated(id, windowId, active);
});
browser.tabs.onActivated.addListener(({ tabId, windowId }) => events.tabShown(tabId, windowId));
browser.tabs.onUpdated.addListener((tabId) => events.tabUpdated(tabId));
browser.windows.onFocusChanged.addListener((windowId) => events.windowFocused(windowId));
browser.windows.onRemoved.addListener((windowId) => events.windowRemoved(windowId));

const { webNavigation } = browser;
webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId, url }) =>
  events.tabOpenedBy(tabId, sourceTabId, url),
);
webNavigation.onBeforeNavigate.addListener((event) => events.documentBegan(event));
webNavigation.onCommitted.addListener((event) => events.documentCommitted(event));
chrome.webNavigation.onErrorOccurred.addListener((event) =>
  events.documentFailed(event, event.error),
);
webNavigation.onHistoryStateUpdated.addListener((event) => events.addressChanged(event));
webNavigation.onReferenceFragmentUpdated.addListener((event) => events.addressChanged(event));

const loads = { urls: ["<all_urls>"], types: ["script" as const, "stylesheet" as const] };
chrome.webRequest.onBeforeRequest.addListener((request) => {
  const { tabId, requestId, url, type, frameId, documentId = "" } = request;
  const kind = type === "script" ? "script" : "style";
  events.loadBegan(tabId, { requestId, kind, url, frameId, documentId });
  return undefined;
}, loads);
const onLoadEnd = ({ tabId, requestId }: { tabId: number; requestId: string }): void =>
  events.loadEnded(tabId, requestId);
chrome.webRequest.onCompleted.addListener(onLoadEnd, loads);
chrome.webRequest.onErrorOccurred.addListener(onLoadEnd, loads);

chrome.webRequest.onHeadersReceived.addListener(
  ({ tabId, frameId, url, method, statusCode, responseHeaders = [] }) => {
    const location = responseHeaders.find(({ name }) => name.toLowerCase() === "location")?.value;
    events.documentAnswered({ tabId, frameId, url, method }, statusCode, location);
    return undefined;
  },
  { urls: ["<all_urls>"], types: ["main_frame", "sub_frame"] },
  ["responseHeaders"],
);
chrome.webRequest.onAuthRequired.addListener(
  (request, answer) => void events.signInAsked(request).then(answer),
  { urls: ["<all_urls>"] },
  ["asyncBlocking"],
);

chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
  if (sessionId === undefined) events.debuggerEvent(tabId, method, params);
  else if (tabId !== undefined) events.frameDebuggerEvent(tabId, method, params);
});
chrome.debugger.onDetach.addListener(({ tabId }, reason) => events.debuggerDetached(tabId, reason));

chrome.downloads.onCreated.addListener((item) => events.downloadCreated(item));
chrome.downloads.onChanged.addListener(({ id }) => events.downloadChanged(id));

// Content scripts need nothing from the storage, and must not change this browser's id.
void chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
void browser.alarms.create(ALARM, { periodInMinutes: ALARM_MINUTES });
void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
worker.connect();
