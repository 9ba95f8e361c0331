// A transport over an extension port: to the native host, to a frame's content script, to the panel.
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import browser from "webextension-polyfill";
import type { Runtime } from "webextension-polyfill";

export function portTransport(port: Runtime.Port): Transport {
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
