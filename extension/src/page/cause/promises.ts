// Follows the cause through what the browser does aside and answers with a promise or a callback.
import type { BegunKind } from "@webserv/shared/protocol/page-bridge.ts";

import type { HookedCall, Hooks } from "../hooks.ts";
import { isNative, natives } from "../natives.ts";
import type { Causes } from "./causes.ts";

/** By interface: the members that return promises. */
const PROMISES: readonly (readonly [BegunKind, string, string])[] = [
  ["file", "Blob", "arrayBuffer bytes text"],
  ["file", "FileSystemDirectoryHandle", "getDirectoryHandle getFileHandle removeEntry resolve"],
  ["file", "FileSystemFileHandle", "createWritable getFile"],
  ["file", "OffscreenCanvas", "convertToBlob"],
  ["database", "Cache", "add addAll delete keys match matchAll put"],
  ["database", "CacheStorage", "delete has keys match open"],
  ["database", "CookieStore", "delete get getAll set"],
  ["database", "IDBFactory", "databases"],
  ["database", "StorageManager", "estimate getDirectory persist persisted"],
  ["promise", "Clipboard", "read readText write writeText"],
  ["file", "BaseAudioContext", "decodeAudioData"],
  ["file", "CSSStyleSheet", "replace"],
  ["promise", "Document", "exitFullscreen exitPictureInPicture"],
  ["promise", "Element", "requestFullscreen"],
  ["promise", "FontFace", "load"],
  ["promise", "FontFaceSet", "load"],
  ["promise", "HTMLMediaElement", "play"],
  ["promise", "Permissions", "query"],
  ["worker", "ServiceWorkerContainer", "getRegistration getRegistrations register"],
  [
    "promise",
    "SubtleCrypto",
    "decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign unwrapKey verify wrapKey",
  ],
];
const OF_WASM = ["compile", "compileStreaming", "instantiate", "instantiateStreaming"];

export function hookPromises(hooks: Hooks, causes: Causes): void {
  const follow = (owner: object, name: string, kind: BegunKind): void =>
    hooks.around(owner, name, "value", (call) => {
      // It may be under way still when an action begins, and must not be taken for that one's then.
      if (!causes.isActive) return causes.followed(call.run(), 0);
      const work = causes.beginCaused({ kind });
      const end = (): void => causes.note("end", work);
      return causes.followed(call.run(), work, end, end);
    });
  for (const [kind, type, names] of PROMISES) {
    const prototype = prototypeOf(type);
    if (prototype === undefined) continue;
    for (const name of names.split(" ")) follow(prototype, name, kind);
  }
  follow(window, "createImageBitmap", "file");
  for (const name of OF_WASM) follow(WebAssembly, name, "promise");
  hookFontsReady(hooks, causes);
  hookCallbacks(hooks, causes);
}

/** Asked for again, it is the same promise: ours is the first to hear of it. */
function hookFontsReady(hooks: Hooks, causes: Causes): void {
  const prototype = prototypeOf("FontFaceSet");
  if (prototype === undefined) return;
  hooks.around(prototype, "ready", "get", (call) => {
    const promise = call.run();
    const work = causes.beginCaused({ kind: "promise" });
    const enter = (): void => {
      causes.note("end", work);
      causes.run(work);
    };
    // It is never rejected.
    natives.apply(natives.promiseThen, promise, [enter]);
    return promise;
  });
}

function hookCallbacks(hooks: Hooks, causes: Causes): void {
  hooks.around(HTMLCanvasElement.prototype, "toBlob", "value", (call) =>
    called(causes, call, "file", 0),
  );
  const locations = prototypeOf("Geolocation");
  if (locations !== undefined) {
    hooks.around(locations, "getCurrentPosition", "value", (call) =>
      called(causes, call, "promise", 0, 1),
    );
  }
  const locks = prototypeOf("LockManager");
  if (locks === undefined) return;
  hooks.around(locks, "request", "value", (call) => {
    const cause = causes.now();
    const result = called(causes, call, "promise", call.args.length - 1);
    return causes.followed(result, cause);
  });
}

/** With the page's callbacks among its arguments run under the work, which ends with the first of them. */
function called(
  causes: Causes,
  call: HookedCall,
  kind: BegunKind,
  ...places: readonly number[]
): unknown {
  const work = causes.beginCaused({ kind });
  let isWrapped = false;
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0;
    const callback: unknown = place < call.args.length ? call.args[place] : undefined;
    if (!isNative(callback)) continue;
    isWrapped = true;
    natives.set(call.args, place, function (this: unknown, ...args: unknown[]): unknown {
      causes.note("end", work);
      causes.run(work);
      const result: unknown = natives.apply(callback, this, args);
      return result;
    });
  }
  try {
    return call.run();
  } catch (error) {
    causes.note("end", work);
    throw error;
  } finally {
    if (!isWrapped) causes.note("end", work);
  }
}

/** Undefined where the browser, or a page that is not secure, has no such interface. */
export function prototypeOf(name: string): object | undefined {
  const type: unknown = Reflect.get(window, name);
  const prototype: unknown =
    typeof type === "function" ? Reflect.get(type, "prototype") : undefined;
  return typeof prototype === "object" && prototype !== null ? prototype : undefined;
}
