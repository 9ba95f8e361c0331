// Follows the cause through operations that the browser answers with a promise or a callback.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

import { followOperation } from "../cause/async-operation.ts";
import { BeforeCall, precededBy } from "../cause/before-call.ts";
import type { Causes } from "../cause/causes.ts";
import type { Behaviour, Hooks } from "../platform/hooks.ts";
import { isNative, natives, prototypeOf } from "../platform/natives.ts";

/** Lists by interface the members that return promises. */
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
  ["promise", "MediaDevices", "getDisplayMedia getUserMedia"],
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
  const follow = (owner: object, name: string, kind: BegunKind): void => {
    hooks.around(owner, name, "value", (native, self, args) =>
      followOperation(causes, kind, () => natives.apply(native, self, args)),
    );
  };
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

/** Follows `ready`, which is the same promise each time: ours is the first to hear of it. */
function hookFontsReady(hooks: Hooks, causes: Causes): void {
  const prototype = prototypeOf("FontFaceSet");
  if (prototype === undefined) return;
  hooks.around(prototype, "ready", "get", (native, self, args) => {
    const promise = natives.apply(native, self, args);
    const work = causes.beginCaused({ kind: "promise" });
    const enter = (): void => {
      causes.note("end", work);
      causes.run(work);
    };
    // This promise is never rejected.
    natives.apply(natives.promiseThen, promise, [enter]);
    return promise;
  });
}

function hookCallbacks(hooks: Hooks, causes: Causes): void {
  hooks.around(HTMLCanvasElement.prototype, "toBlob", "value", called(causes, "file", [0]));
  const locations = prototypeOf("Geolocation");
  if (locations !== undefined) {
    hooks.around(locations, "getCurrentPosition", "value", called(causes, "promise", [0, 1]));
  }
  const locks = prototypeOf("LockManager");
  if (locks === undefined) return;
  hooks.around(locks, "request", "value", (native, self, args) => {
    const cause = causes.now();
    const result = called(causes, "promise", [args.length - 1])(native, self, args);
    return causes.followed(result, cause);
  });
}

/**
 * Calls the browser's function with the page's callbacks at these places run under the work, which ends with the
 * first of them.
 */
function called(causes: Causes, kind: BegunKind, places: readonly number[]): Behaviour {
  return (native, self, args) => {
    const work = causes.beginCaused({ kind });
    const entrance = new BeforeCall(() => {
      causes.note("end", work);
      causes.run(work);
    });
    let isWrapped = false;
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? 0;
      const callback: unknown = place < args.length ? args[place] : undefined;
      if (!isNative(callback)) continue;
      isWrapped = true;
      natives.set(args, place, precededBy(callback, entrance));
    }
    try {
      return natives.apply(native, self, args);
    } catch (error) {
      causes.note("end", work);
      throw error;
    } finally {
      if (!isWrapped) causes.note("end", work);
    }
  };
}
