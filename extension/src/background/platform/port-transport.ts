// Makes a transport of an extension port: to the native host, to a frame's content script, to the panel.
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import browser from "webextension-polyfill";

interface PortEvent<Listener> {
  addListener(listener: Listener): void;
}

/** Describes the used part of a port, whichever of the two APIs has opened it. */
export interface Port {
  readonly onMessage: PortEvent<(message: unknown) => void>;
  readonly onDisconnect: PortEvent<() => void>;
  postMessage(message: unknown): void;
  disconnect(): void;
}

export function portTransport(port: Port): Transport {
  let closed = false;
  let onClose: (reason: string) => void = () => {};
  const close = (reason: string): void => {
    if (closed) return;
    closed = true;
    onClose(reason);
  };
  port.onDisconnect.addListener(() =>
    close(browser.runtime.lastError?.message ?? "the other side closed the port"),
  );
  return {
    send(message) {
      if (!closed) port.postMessage(message);
    },
    onMessage(listener) {
      port.onMessage.addListener((message) => listener(message));
    },
    onClose(listener) {
      onClose = listener;
    },
    close(reason = "closed by the service worker") {
      // A port that this side disconnects does not fire its own onDisconnect.
      if (!closed) port.disconnect();
      close(reason);
    },
  };
}
