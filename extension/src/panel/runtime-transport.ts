// Makes a transport of the panel's port to the service worker; opening it also wakes the worker.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

export function runtimeTransport(name: string): Transport {
  const port = chrome.runtime.connect({ name });
  let closed = false;
  let onClose: (reason: string) => void = () => {};
  const close = (reason: string): void => {
    if (closed) return;
    closed = true;
    onClose(reason);
  };
  port.onDisconnect.addListener(() => close("the service worker ended"));
  return {
    send(message) {
      if (!closed) port.postMessage(message);
    },
    onMessage(listener) {
      port.onMessage.addListener((message: unknown) => listener(message));
    },
    onClose(listener) {
      onClose = listener;
    },
    close(reason = "closed by the panel") {
      if (!closed) port.disconnect();
      close(reason);
    },
  };
}
