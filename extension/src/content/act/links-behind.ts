// Makes the browser open links that ask for a tab of their own in the background.
import { LastClickListener } from "../bridge/last-click-listener.ts";

/** The attributes that are copied of a link besides its address: they say how it is fetched, and who is told. */
const ATTRIBUTES = ["rel", "referrerpolicy", "ping", "attributionsrc"];

/**
 * Opens links to `_blank` in the background. The browser brings a tab that a page opens to the front, and gives it
 * the person's keyboard; a link that is clicked with Control it opens in the background. So the page gets the click
 * as it is, and the browser's default is replaced by a click with Control on a copy of the link, which the page does
 * not see. This is done only if the new page can't tell the difference: with `_blank` it knows no opener.
 */
export class LinksBehind {
  #isOn = false;
  readonly #clicks = new LastClickListener((event) => openBehind(event));

  set isOn(isOn: boolean) {
    // A frame's sandbox may forbid it to open tabs, and the browser judges that by the page's own click.
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

/** Returns the link that the browser is about to open in a tab of its own, if the event makes it do so. */
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

/** Tells whether an element has its own default action for a click, so that no ancestor's default action runs. */
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
