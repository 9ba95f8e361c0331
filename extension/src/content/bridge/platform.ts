// The one place through which content scripts reach the browser's extension API.
import { FRAME_PORT, LINE_PORT, RELEASE_PORT } from "@webserv/shared/protocol/ports.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

/** The surroundings of one frame's content script; tests and other hosts may bring their own. */
export interface FramePlatform {
  /** Calls `listener` for each connection the service worker opens to this frame. */
  onConnect(listener: (transport: Transport) => void): void;
  /** Calls `listener` each time no session holds the tab any longer. */
  onRelease(listener: () => void): void;
  /**
   * Opens a line to the service worker, which starts it where it does not run. `onEnd` is called once
   * where the other side ends it. Null where the extension is gone: nothing will ever answer.
   */
  openLine(onEnd: () => void): WorkerLine | null;
  /** The shadow root of an element, also where it is closed to the page's own scripts. */
  openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

export interface WorkerLine {
  /** `onEnd` is not called. */
  close(): void;
}

export function extensionPlatform(): FramePlatform {
  return {
    onConnect(listener) {
      chrome.runtime.onConnect.addListener((port) => {
        if (!isWorker(port.sender)) port.disconnect();
        else if (port.name === FRAME_PORT) listener(portTransport(port));
      });
    },
    onRelease(listener) {
      chrome.runtime.onConnect.addListener((port) => {
        if (port.name !== RELEASE_PORT || !isWorker(port.sender)) return;
        listener();
        port.disconnect();
      });
    },
    openLine(onEnd) {
      try {
        const port = chrome.runtime.connect({ name: LINE_PORT });
        port.onDisconnect.addListener(() => {
          // Looked at, or the browser writes it into the page's console.
          void chrome.runtime.lastError;
          onEnd();
        });
        return { close: () => port.disconnect() };
      } catch {
        // The extension was updated or removed, and this script stays until its page goes.
        return null;
      }
    },
    openOrClosedShadowRoot(element) {
      // Throws for anything but an HTMLElement.
      return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
    },
  };
}

/** The extension's pages have the same id; only the worker may ask a content script for anything. */
function isWorker(sender: Sender | undefined): boolean {
  const { runtime } = chrome;
  if (sender?.id !== runtime.id) return false;
  const worker = runtime.getURL(runtime.getManifest().background.service_worker);
  // Not every browser says which part of the extension has opened a port to a tab.
  return sender.url === undefined || sender.url === worker;
}

function portTransport(port: Port): Transport {
  let onClose: (reason: string) => void = () => {};
  let onMessage: ((message: unknown) => void) | undefined;
  let open = true;
  // A port drops what comes before anyone listens.
  const early: unknown[] = [];
  port.onMessage.addListener((message) => {
    if (onMessage === undefined) early.push(message);
    else onMessage(message);
  });
  port.onDisconnect.addListener(() => {
    open = false;
    onClose("the service worker closed the port");
  });
  return {
    send(message) {
      if (open) port.postMessage(message);
    },
    onMessage(listener) {
      onMessage = listener;
      for (const message of early.splice(0)) listener(message);
    },
    onClose(listener) {
      onClose = listener;
      if (!open) listener("the port was closed before it was served");
    },
    close() {
      open = false;
      port.disconnect();
    },
  };
}

interface ExtensionEvent<T> {
  addListener(listener: (value: T) => void): void;
}

/** What the browser says of who opened a port. */
interface Sender {
  readonly id?: string;
  readonly url?: string;
}

interface Port {
  readonly name: string;
  readonly sender?: Sender;
  readonly onMessage: ExtensionEvent<unknown>;
  readonly onDisconnect: ExtensionEvent<unknown>;
  postMessage(message: unknown): void;
  disconnect(): void;
}

/** As much of the extension API as content scripts use. */
declare const chrome: {
  readonly runtime: {
    readonly id: string;
    readonly onConnect: ExtensionEvent<Port>;
    readonly lastError: unknown;
    connect(options: { readonly name: string }): Port;
    getManifest(): { readonly background: { readonly service_worker: string } };
    getURL(path: string): string;
  };
  readonly dom: { openOrClosedShadowRoot(element: HTMLElement): ShadowRoot | null };
};
