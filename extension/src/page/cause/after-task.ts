// Calls back once the present task of the browser is over, before any other task that has waited.
import { bareRecord, isNative, natives } from "../platform/natives.ts";

/**
 * Returns a function that has `callback` called after the present task. The browser draws a frame before tasks that have
 * waited longer. So a message would come after these, and they would run as if they belonged to the frame.
 */
export function afterTask(callback: () => void): () => void {
  const scheduler: unknown = Reflect.get(window, "scheduler");
  const post: unknown =
    typeof scheduler === "object" && scheduler !== null
      ? Reflect.get(scheduler, "postTask")
      : undefined;
  if (isNative(post)) {
    const args = [callback, bareRecord({ priority: "user-blocking" })];
    return () => void natives.apply(post, scheduler, args);
  }
  const { port1, port2 } = new MessageChannel();
  natives.apply(natives.addEventListener, port1, ["message", callback]);
  port1.start();
  return port2.postMessage.bind(port2, null);
}
