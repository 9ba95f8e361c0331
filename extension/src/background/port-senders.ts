// Decides who may open which port to the worker. A port is served only if it has a rule here.
import { LINE_PORT, PANEL_PORT } from "@webserv/shared/protocol/ports.ts";

/** Describes the opener of a port, as the browser reports it; nothing in it comes from the sender itself. */
export interface Sender {
  readonly id?: string | undefined;
  readonly origin?: string | undefined;
  readonly url?: string | undefined;
  readonly frameId?: number | undefined;
  /** The tab of the sender; absent for a page outside of tabs, such as the side panel. */
  readonly tab?: unknown;
}

/** Describes this extension, for comparison with senders. */
export interface OwnExtension {
  readonly id: string;
  /** The origin, in the form `chrome-extension://<id>`. */
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

/** Tells whether the sender is the panel's own page; a content script has the origin of its page. */
function isPanel({ origin, url, frameId = 0 }: Sender, own: OwnExtension): boolean {
  return origin === own.origin && url === own.panelUrl && frameId === 0;
}

/**
 * Tells whether the sender is a content script of a page in a tab. The frame id is not checked, since a prerendered
 * page has an id like that of an inner frame.
 */
function isContentScript({ origin, url, tab }: Sender, own: OwnExtension): boolean {
  return tab !== undefined && origin !== own.origin && url?.startsWith(`${own.origin}/`) !== true;
}
