// Finds the functions of the browser that are to be saved.

export type Native = (...args: never[]) => unknown;

/** Returns a method, or the getter of an accessor. */
export function method(prototype: object, name: PropertyKey): Native {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const found: unknown = descriptor === undefined ? undefined : descriptorFunction(descriptor);
  if (!isNative(found)) throw new TypeError(`this browser has no ${String(name)}`);
  return found;
}

function descriptorFunction(descriptor: PropertyDescriptor): unknown {
  return "value" in descriptor ? descriptor.value : Reflect.get(descriptor, "get");
}

export function isNative(value: unknown): value is Native {
  return typeof value === "function";
}
