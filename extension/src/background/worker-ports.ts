// Accepts the ports that are opened to the worker, and closes those that their sender may not have.
import type { Runtime } from "webextension-polyfill";
import browser from "webextension-polyfill";
import * as z from "zod/mini";

import type { OwnExtension, WorkerPort } from "./port-senders.ts";
import { admittedPort } from "./port-senders.ts";

const manifest = z.object({ side_panel: z.object({ default_path: z.string() }) });

/** Adds the only listener for ports; there is none for messages without a port, nor for other extensions. */
export function serveWorkerPorts(
  servers: Readonly<Record<WorkerPort, (port: Runtime.Port) => void>>,
): void {
  const own = ownExtension();
  browser.runtime.onConnect.addListener((port) => {
    const admitted = port.sender === undefined ? null : admittedPort(port.name, port.sender, own);
    if (admitted === null) port.disconnect();
    else servers[admitted](port);
  });
}

function ownExtension(): OwnExtension {
  const { side_panel: panel } = manifest.parse(browser.runtime.getManifest());
  return {
    id: browser.runtime.id,
    origin: new URL(browser.runtime.getURL("")).origin,
    panelUrl: browser.runtime.getURL(panel.default_path),
  };
}
