// Sends the events of synthetic input, and knows them again among those that the page makes itself.
import { unshadowed } from "../dom/unshadowed.ts";

const sent = new WeakSet<Event>();

/** @returns false if a listener has prevented what the browser would do */
export function send(target: Element, event: Event): boolean {
  sent.add(event);
  return unshadowed(target).dispatchEvent(event);
}

/** Tells whether an event is input, trusted or synthetic, and not of the page's own making. */
export function isInput(event: Event): boolean {
  return event.isTrusted || sent.has(event);
}
