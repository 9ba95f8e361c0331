// Decides who may open which port to the worker. A port is served only if it has a rule here.
import { LINE_PORT, PANEL_PORT } from "@webserv/shared/protocol/ports.ts";

/** Holds what the browser says of who opened a port. Nothing in it comes from the sender itself. */
export interface Sender {
  readonly id?: string | undefined;
  readonly origin?: string | undefined;
  readonly url?: string | undefined;
  readonly frameId?: number | undefined;
  /** It is absent for a page outside of tabs, such as the side panel. */
  readonly tab?: unknown;
}

/** Describes this extension, as senders of its own name it. */
export interface OwnExtension {
  readonly id: string;
  /** It has the form `chrome-extension://<id>`. */
  readonly origin: string;
  readonly panelUrl: string;
}

type SenderRule = (sender: Sender, own: OwnExtension) => boolean;

const rules = {
  [PANEL_PORT]: isPanel,
  [LINE_PORT]: isContentScript,
} as const satisfies Record<string, SenderRule>;

export type WorkerPort = keyof typeof rules;

/** Returns the port that `sender` may have under this name; null if there is none. */
export function admittedPort(name: string, sender: Sender, own: OwnExtension): WorkerPort | null {
  if (!isWorkerPort(name) || sender.id !== own.id) return null;
  return rules[name](sender, own) ? name : null;
}

function isWorkerPort(name: string): name is WorkerPort {
  return Object.hasOwn(rules, name);
}

/** Tells whether it is the panel's own page; a content script has the origin of the page that it is in. */
function isPanel({ origin, url, frameId = 0 }: Sender, own: OwnExtension): boolean {
  return origin === own.origin && url === own.panelUrl && frameId === 0;
}

/**
 * Tells whether it is a content script of a page in a tab. No frame id is asked for: a page that is loaded in advance
 * has an id like that of an inner frame.
 */
function isContentScript({ origin, url, tab }: Sender, own: OwnExtension): boolean {
  return tab !== undefined && origin !== own.origin && url?.startsWith(`${own.origin}/`) !== true;
}
