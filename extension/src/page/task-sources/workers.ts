// Follows the cause to workers and back.
import { callSiteOfAddress } from "../cause/call-sites.ts";
import type { Causes } from "../cause/causes.ts";
import { MessageExchange } from "../cause/message-exchange.ts";
import { lookOf } from "../cause/message-looks.ts";
import { addressOf } from "../cause/page-values.ts";
import { hear } from "../listeners/listening.ts";
import type { Hooks } from "../platform/hooks.ts";
import { natives, PrivateMap } from "../platform/natives.ts";

export function hookWorkers(hooks: Hooks, causes: Causes): void {
  const workers = new PrivateMap<{ readonly exchange: MessageExchange; isNew: boolean }>();
  hooks.aroundNew(window, "Worker", (construction) => {
    const worker = construction.run();
    const url = construction.args.length > 0 ? addressOf(construction.args[0]) : "";
    const exchange = new MessageExchange(causes, {
      kind: "worker",
      url,
      callSite: callSiteOfAddress(url),
    });
    // The worker may have something to say by itself, and is not asked for it.
    exchange.send();
    workers.set(worker, { exchange, isNew: true });
    hear(worker, ["message"], (event) => exchange.receive(lookOf(event)));
    hear(worker, ["messageerror", "error"], () => exchange.receive());
    return worker;
  });
  hooks.around(Worker.prototype, "postMessage", "value", (native, self, args) => {
    const result = natives.apply(native, self, args);
    const worker = workers.get(self);
    if (worker?.isNew === true) worker.exchange.close();
    if (worker !== undefined) worker.isNew = false;
    worker?.exchange.send();
    return result;
  });
  hooks.around(Worker.prototype, "terminate", "value", (native, self, args) => {
    workers.get(self)?.exchange.close();
    return natives.apply(native, self, args);
  });
  hookServiceWorker(hooks, causes);
}

/** Follows service workers. Their answers come at the container, whichever worker has sent them. */
function hookServiceWorker(hooks: Hooks, causes: Causes): void {
  const container = containerOf(navigator);
  if (container === undefined) return;
  const exchange = new MessageExchange(causes, { kind: "worker", callSite: "service worker" });
  hear(container, ["message", "messageerror"], () => exchange.receive());
  hooks.around(ServiceWorker.prototype, "postMessage", "value", (native, self, args) => {
    const result = natives.apply(native, self, args);
    exchange.send();
    return result;
  });
}

/** Returns the container; undefined if the page may have no service workers: over plain http, or in a sandbox. */
function containerOf(owner: Navigator): object | undefined {
  try {
    const container: unknown = natives.get(owner, "serviceWorker");
    return typeof container === "object" && container !== null ? container : undefined;
  } catch {
    return undefined;
  }
}
