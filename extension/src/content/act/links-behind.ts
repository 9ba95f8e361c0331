// Has the browser open links that ask for a tab of their own behind the tab in front, not before it.
import { LastClick } from "../bridge/last-click.ts";

/** What is copied of a link, besides its address: how it is asked for, and who is told. */
const ATTRIBUTES = ["rel", "referrerpolicy", "ping", "attributionsrc"];

/**
 * The browser puts a tab that a page opens in front, and with it the person's keyboard. A link that is clicked
 * with Control it opens behind. So the page hears the click as it is, and what the browser would do then
 * is done by a click with Control on a copy of the link, out of the page's sight. Only where that is
 * the same to the new page: it learns nothing of its opener, which is what `_blank` means.
 */
export class LinksBehind {
  #isOn = false;
  readonly #clicks = new LastClick((event) => openBehind(event));

  set isOn(isOn: boolean) {
    // In a frame a sandbox may forbid to open anything, which the browser judges by the page's own click.
    if (isOn === this.#isOn || window !== window.top) return;
    this.#isOn = isOn;
    if (isOn) this.#clicks.begin();
    else this.#clicks.end();
  }
}

function openBehind(event: MouseEvent): void {
  const link = linkOpenedBy(event);
  if (link === null) return;
  event.preventDefault();
  copyOf(link).dispatchEvent(new MouseEvent("click", { cancelable: true, ...newTabModifier() }));
}

type Link = HTMLAnchorElement | HTMLAreaElement;

/** The link that the browser is about to open in a tab of its own. */
function linkOpenedBy(event: MouseEvent): Link | null {
  const { isTrusted, defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!isTrusted || defaultPrevented || button !== 0) return null;
  if (ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = event.composedPath().find(hasOwnClick);
  if (!(link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement)) return null;
  const isOfWeb = link.protocol === "http:" || link.protocol === "https:";
  const isShared = link.relList.contains("opener") || link.hasAttribute("download");
  return isOfWeb && !isShared && targetOf(link) === "_blank" ? link : null;
}

/** What does something of its own when it is clicked, so that what it is in does nothing. */
function hasOwnClick(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.matches("a[href], area[href], button, input, label, select, summary, textarea")
  );
}

function targetOf(link: Link): string {
  const base = document.querySelector<HTMLBaseElement>("base[target]");
  return (link.hasAttribute("target") ? link.target : (base?.target ?? "")).toLowerCase();
}

function copyOf(link: Link): HTMLAnchorElement {
  const copy = document.createElement("a");
  for (const name of ATTRIBUTES) {
    const value = link.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  copy.href = link.href;
  return copy;
}

function newTabModifier(): MouseEventInit {
  return navigator.userAgent.includes("Macintosh") ? { metaKey: true } : { ctrlKey: true };
}
