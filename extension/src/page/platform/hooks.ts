// Puts code around the browser's own functions so that the page can't tell: same name, length,
// prototype, property flags and text.
import type { Native } from "./natives.ts";
import { bareRecord, isNative, natives, PrivateMap } from "./natives.ts";

/**
 * Does something in place of one of the browser's functions: `natives.apply(native, self, args)` does what the page
 * asked for. It is handed to the browser as it is, as a proxy's trap: a call in between would cost every call.
 */
export type Behaviour = (native: Native, self: unknown, args: readonly unknown[]) => unknown;

export interface HookedConstruction {
  readonly args: readonly unknown[];
  readonly run: (args?: readonly unknown[]) => object;
}

export class Hooks {
  readonly #originals = new PrivateMap<Native>();

  constructor() {
    // A proxy's text is `function () { [native code] }`, without the name, so this answers for the original.
    this.around(Function.prototype, "toString", "value", (native, self, args) =>
      natives.apply(native, this.#originals.get(self) ?? self, args),
    );
  }

  /**
   * Puts `behaviour` around a member. It does nothing if the browser has no such member.
   * @returns a function that puts the browser's own function back, if the page has not put another there
   */
  around(
    owner: object,
    name: PropertyKey,
    part: "value" | "get" | "set",
    behaviour: Behaviour,
  ): () => void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    const native: unknown = descriptor?.[part];
    if (descriptor === undefined || !isNative(native)) return () => {};
    const handler: ProxyHandler<Native> = { apply: behaviour };
    // The handler has no prototype: a page that writes to Object.prototype adds no trap to the proxy.
    Object.setPrototypeOf(handler, null);
    const proxy = new Proxy(native, handler);
    // A function that is already a hook of ours answers for the browser's own.
    this.#originals.set(proxy, this.#originals.get(native) ?? native);
    Object.defineProperty(owner, name, { ...descriptor, [part]: proxy });
    return () => {
      const now = natives.ownDescriptor(owner, name);
      if (now === undefined || bareRecord({ ...now })[part] !== proxy) return;
      natives.defineProperty(owner, name, bareRecord({ ...now, [part]: native }));
    };
  }

  /** Puts `behaviour` around one function that several members have in common, and keeps it one. */
  aroundSame(owner: object, names: readonly PropertyKey[], behaviour: Behaviour): void {
    const [first, ...others] = names;
    if (first === undefined) return;
    const native = Object.getOwnPropertyDescriptor(owner, first)?.value as unknown;
    this.around(owner, first, "value", behaviour);
    const value: unknown = Object.getOwnPropertyDescriptor(owner, first)?.value;
    for (const name of others) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name);
      if (descriptor?.value === native)
        Object.defineProperty(owner, name, { ...descriptor, value });
    }
  }

  /** Puts `behaviour` around a constructor. It does nothing if the browser has none of this name. */
  aroundNew(
    owner: object,
    name: string,
    behaviour: (construction: HookedConstruction) => object,
  ): void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    const native: unknown = descriptor?.value;
    if (descriptor === undefined || !isNative(native)) return;
    const handler: ProxyHandler<Native> = {
      construct: (target, args: readonly unknown[], newTarget) =>
        behaviour({
          args,
          run: (other = args): object =>
            natives.construct(target, other, newTarget === proxy ? target : newTarget) as object,
        }),
    };
    Object.setPrototypeOf(handler, null);
    const proxy = new Proxy(native, handler);
    this.#originals.set(proxy, this.#originals.get(native) ?? native);
    Object.defineProperty(owner, name, { ...descriptor, value: proxy });
    const prototype: unknown = Reflect.get(native, "prototype");
    if (typeof prototype !== "object" || prototype === null) return;
    const own = Object.getOwnPropertyDescriptor(prototype, "constructor");
    if (own !== undefined)
      Object.defineProperty(prototype, "constructor", { ...own, value: proxy });
  }
}
