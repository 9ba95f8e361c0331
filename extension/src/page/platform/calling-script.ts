// Tells whether a script's code has led, without a break, to a listener of ours.
import { bareRecord, type Native, natives } from "./natives.ts";

/** V8 gives this for the stack of an object without a name and a message, if nothing is on it. */
const EMPTY_STACK = "Error";

/**
 * Tells whether a script of the page's has dispatched the event that `listener` hears now. The browser's own dispatch
 * leaves nothing below the listener on the stack, and neither does that of a content script, as its code is not shown
 * to the page. If the page would see us look, or has changed or turned off stacks, the answer is true.
 */
export function isCalledByScript(listener: Native): boolean {
  // V8 would call the page's function to format the stack.
  if (natives.has(natives.Error, "prepareStackTrace")) return true;
  // With no limit, or one of 0, V8 tells no frames.
  const limit: unknown = natives.ownDescriptor(natives.Error, "stackTraceLimit")?.value;
  if (typeof limit !== "number" || limit < 1) return true;
  const trace = bareRecord<unknown>();
  natives.apply(natives.captureStackTrace, natives.Error, [trace, listener]);
  return trace["stack"] !== EMPTY_STACK;
}
