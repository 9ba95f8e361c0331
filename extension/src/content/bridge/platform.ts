// Reaches the browser's extension API; it is the only file of the content scripts that does.
import { FRAME_PORT, LINE_PORT, RELEASE_PORT } from "@webserv/shared/protocol/ports.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

/** Provides what one frame's content script needs of the extension; tests and other hosts may bring their own. */
export interface FramePlatform {
  /** Calls `listener` for each connection the service worker opens to this frame. */
  onConnect(listener: (transport: Transport) => void): void;
  /** Calls `listener` each time no session holds the tab any longer. */
  onRelease(listener: () => void): void;
  /**
   * Opens a line to the service worker, which starts the worker if it does not run. `onEnd` is called once if
   * the other side ends the line. Null if the extension is gone: nothing will ever answer.
   */
  openLine(onEnd: () => void): WorkerLine | null;
  /** Returns the shadow root of an element, even if it is closed to the page's own scripts. */
  openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

/** An open line to the service worker. */
export interface WorkerLine {
  /** Closes the line without a call of `onEnd`. */
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
          // An error that nobody reads is written into the page's console.
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
      // The browser throws for anything but an HTMLElement.
      return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
    },
  };
}

/** Tells whether the worker opened a port. The extension's pages have the same id, and may ask for nothing. */
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

/** Describes who opened a port, as the browser tells it. */
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

/** The part of the extension API that content scripts use. */
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
