// Tells which frames of a tab are of one origin, or of one site, whose documents share a process.
import browser from "webextension-polyfill";

import type { FrameNode } from "./frame-node.ts";

/** Is a frame; null stands for the main one. */
type Frame = FrameNode | null;

/** Tells whether `frame` has an address of its own whose origin differs from the page's. */
export async function isForeign(tabId: number, frame: Frame): Promise<boolean> {
  const [inner, page] = await addressesOf(tabId, [frame, null]);
  return inner !== undefined && inner.origin !== page?.origin;
}

/**
 * Tells whether all frames are of one site. A frame without an address of its own belongs to the site of the frame
 * around it.
 */
export async function areOfOneSite(tabId: number, frames: readonly Frame[]): Promise<boolean> {
  const sites = (await addressesOf(tabId, frames)).map((address) => address && siteOf(address));
  return new Set(sites.filter((site) => site !== undefined)).size < 2;
}

async function addressesOf(tabId: number, frames: readonly Frame[]): Promise<(URL | undefined)[]> {
  const all = (await browser.webNavigation.getAllFrames({ tabId })) ?? [];
  return frames.map((frame) => {
    const url = all.find(({ frameId }) => frameId === (frame?.frameId ?? 0))?.url ?? "";
    return /^https?:/.test(url) ? new URL(url) : undefined;
  });
}

/** Tells whether two addresses are of one site, whatever their protocols; addresses outside the web are of none. */
export function isOfSite(url: string, other: string): boolean {
  const [name, otherName] = [url, other].map((each) =>
    /^https?:/.test(each) ? siteName(new URL(each)) : undefined,
  );
  return name !== undefined && name === otherName;
}

function siteOf(address: URL): string {
  return `${address.protocol}//${siteName(address)}`;
}

/** Names a site by the last two parts of its host's name, which is exact enough here. */
function siteName({ hostname }: URL): string {
  const isNumber = /^[\d.]+$|:/.test(hostname);
  return isNumber ? hostname : hostname.split(".").slice(-2).join(".");
}
