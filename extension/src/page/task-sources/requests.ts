// Follows the cause through the requests of databases and the readers of files.
import type { Causes } from "../cause/causes.ts";
import { hear } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { natives, PrivateMap, prototypeOf } from "../platform/natives.ts";

const REQUESTS: readonly (readonly [string, string])[] = [
  ["IDBCursor", "delete update"],
  ["IDBFactory", "deleteDatabase open"],
  ["IDBIndex", "count get getAll getAllKeys getAllRecords getKey openCursor openKeyCursor"],
  [
    "IDBObjectStore",
    "add clear count delete get getAll getAllKeys getAllRecords getKey openCursor openKeyCursor put",
  ],
];
const READS = ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"];

interface OpenRequest {
  work: number;
  /** True while a call of the page's is the reason for the event. */
  isCalled: boolean;
}

export function hookRequests(hooks: Hooks, causes: Causes): void {
  const requests = new PrivateMap<OpenRequest>();
  /** @param onTheWay lists events that come before the last one */
  const follow = (
    target: unknown,
    kind: "database" | "file",
    last: readonly string[],
    onTheWay: readonly string[],
  ): void => {
    if (typeof target !== "object" || target === null) return;
    // This goes on while nobody waits: an operation under way when an action begins must not be taken for that
    // action's.
    const work = causes.beginCaused({ kind });
    const known = requests.get(target);
    if (known !== undefined) {
      causes.note("end", known.work);
      known.work = work;
      return;
    }
    const now: OpenRequest = { work, isCalled: false };
    requests.set(target, now);
    const enter = (): void => {
      if (!now.isCalled) causes.run(causes.isCurrent(now.work) ? now.work : 0);
    };
    hear(target, onTheWay, enter);
    hear(target, last, () => {
      causes.note("end", now.work);
      enter();
    });
  };

  for (const [type, names] of REQUESTS) {
    const prototype = prototypeOf(type);
    if (prototype === undefined) continue;
    for (const name of names.split(" ")) {
      hooks.around(prototype, name, "value", (native, self, args) => {
        const request = natives.apply(native, self, args);
        follow(request, "database", ["success", "error"], ["upgradeneeded", "blocked"]);
        return request;
      });
    }
  }
  // The request that the cursor has come with is answered once more.
  for (const name of ["advance", "continue", "continuePrimaryKey"]) {
    hooks.around(IDBCursor.prototype, name, "value", (native, self, args) => {
      const result = natives.apply(native, self, args);
      follow(natives.apply(natives.cursorRequest, self, []), "database", ["success", "error"], []);
      return result;
    });
  }
  hooks.around(IDBDatabase.prototype, "transaction", "value", (native, self, args) => {
    const transaction = natives.apply(native, self, args);
    follow(transaction, "database", ["complete", "abort"], ["error"]);
    return transaction;
  });

  for (const name of READS) {
    hooks.around(FileReader.prototype, name, "value", (native, self, args) => {
      const result = natives.apply(native, self, args);
      follow(self, "file", ["loadend"], ["loadstart", "progress", "load", "error"]);
      return result;
    });
  }
  hooks.around(FileReader.prototype, "abort", "value", (native, self, args) => {
    const reader = requests.get(self);
    if (reader === undefined) return natives.apply(native, self, args);
    reader.isCalled = true;
    try {
      return natives.apply(native, self, args);
    } finally {
      reader.isCalled = false;
    }
  });
}
