// Learns how the browser reads the options of a listener, without reading the page's object a second time.
import { bareRecord, natives } from "../platform/natives.ts";

/**
 * Stands in for the options that a page gives: the getters of the page's object would notice a second reading.
 * The values are known once the browser has been called.
 */
export class ListenerOptions {
  readonly forBrowser: unknown;
  capture = false;
  signal: unknown;

  /** @param onOnce is called if the listener is to be called once, before the browser adds it */
  constructor(options: unknown, onOnce: (capture: boolean) => void) {
    this.forBrowser = options;
    if (!isObject(options)) {
      this.capture = Boolean(options);
      return;
    }
    const handler: ProxyHandler<object> = {
      get: (_, name): unknown => {
        const value: unknown = natives.get(options, name);
        // The browser reads members in the order of their names, `capture` first (Web IDL).
        if (name === "capture") this.capture = Boolean(value);
        else if (name === "signal") this.signal = value;
        else if (name === "once" && Boolean(value)) onOnce(this.capture);
        return value;
      },
    };
    natives.setPrototypeOf(handler, null);
    // The target is empty, since a proxy compares its answers with what its target really has.
    this.forBrowser = new natives.Proxy(bareRecord(), handler);
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
