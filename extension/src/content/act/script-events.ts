// Sends the events of synthetic input, and tells them from those that the page makes itself.
import { unshadowed } from "../dom/unshadowed.ts";

const sent = new WeakSet<Event>();

/** Sends an event of synthetic input. @returns false if a listener has prevented the browser's default */
export function send(target: Element, event: Event): boolean {
  sent.add(event);
  return unshadowed(target).dispatchEvent(event);
}

/** Tells whether an event is input, trusted or synthetic, and not of the page's own making. */
export function isInput(event: Event): boolean {
  return event.isTrusted || sent.has(event);
}
