// Decides who may open which port to the worker. A port is served only if it has a rule here.
import { LINE_PORT, PANEL_PORT } from "@webserv/shared/protocol/ports.ts";

/** What the browser says of who opened a port. Nothing in it comes from the sender itself. */
export interface Sender {
  readonly id?: string | undefined;
  readonly origin?: string | undefined;
  readonly url?: string | undefined;
  readonly frameId?: number | undefined;
  /** Absent for a page outside of tabs, such as the side panel. */
  readonly tab?: unknown;
}

/** This extension, as senders of its own name it. */
export interface OwnExtension {
  readonly id: string;
  /** Such as `chrome-extension://<id>`. */
  readonly origin: string;
  readonly panelUrl: string;
}

type SenderRule = (sender: Sender, own: OwnExtension) => boolean;

const rules = {
  [PANEL_PORT]: isPanel,
  [LINE_PORT]: isContentScript,
} as const satisfies Record<string, SenderRule>;

export type WorkerPort = keyof typeof rules;

/** The port that `sender` may have under this name; null if there is none. */
export function admittedPort(name: string, sender: Sender, own: OwnExtension): WorkerPort | null {
  if (!isWorkerPort(name) || sender.id !== own.id) return null;
  return rules[name](sender, own) ? name : null;
}

function isWorkerPort(name: string): name is WorkerPort {
  return Object.hasOwn(rules, name);
}

/** The panel's own page, by itself: a content script has the origin of the page that it is in. */
function isPanel({ origin, url, frameId = 0 }: Sender, own: OwnExtension): boolean {
  return origin === own.origin && url === own.panelUrl && frameId === 0;
}

/** Of a page in a tab. No frame is asked for: a page that is loaded in advance has a number like an inner one. */
function isContentScript({ origin, url, tab }: Sender, own: OwnExtension): boolean {
  return tab !== undefined && origin !== own.origin && url?.startsWith(`${own.origin}/`) !== true;
}
