// Runs `npm start`: an agent shops in a sandboxed store through a real browser, and its purchase is verified.
import { parseArgs } from "node:util";

import { backendChoice } from "@webserv/shared/model/sandbox.ts";
import type { BackendChoice, Sandbox } from "@webserv/shared/model/sandbox.ts";

import { displayVariables, hasDisplay } from "../host/src/browser/launch/display.ts";
import { spreadOf } from "./bench/report.ts";
import { printerFor, type Printer } from "./demo/printer.ts";
import type { Purchase } from "./demo/shopper.ts";
import { goShopping } from "./demo/shopper.ts";
import { recordingAct, type TakenStep } from "./demo/steps.ts";
import { prepareBackend } from "./demo/store-backend.ts";
import { ordersOf, verifyOrder } from "./demo/verification.ts";
import { type OwnDaemon, startOwnDaemon } from "./own-daemon.ts";

const SITE = "store";

process.exitCode = await main();

async function main(): Promise<number> {
  const values = readOptions();
  if (values === undefined) return 2;
  const print = printerFor(values.json);
  const interrupted = abortOnSignals();
  let daemon: OwnDaemon | undefined;
  let kept = false;
  try {
    print.note("Starting the daemon");
    daemon = await startOwnDaemon("demo", ({ text, share }) =>
      print.note(`  ${text}${share === undefined ? "" : ` (${Math.round(share * 100)} %)`}`),
    );
    interrupted.throwIfAborted();
    const headless = values.headless || !hasDisplay(process.env, process.platform);
    const outcome = await shop(daemon, { ...values, headless, print }, interrupted);
    print.summary({
      ok: true,
      steps: outcome.steps.length,
      orderId: outcome.purchase.orderId,
      medianStepMs: Math.round(spreadOf(outcome.steps.map((step) => step.ms)).p50),
      backend: outcome.sandbox.backend,
    });
    kept = values.keep;
    if (kept) print.kept(daemon.home, outcome.sessionId);
    return 0;
  } catch (error) {
    if (interrupted.aborted) {
      print.note("Interrupted; cleaning up");
      return 130;
    }
    print.failure(error);
    return 1;
  } finally {
    if (kept) daemon?.peer.close();
    else await daemon?.close();
  }
}

interface Options {
  readonly keep: boolean;
  readonly json: boolean;
  readonly headless: boolean;
  readonly backend: BackendChoice;
}

/** Returns undefined, after a message, if the command line is wrong. */
function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        keep: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        headless: { type: "boolean", default: false },
        backend: { type: "string", default: "auto" },
      },
    });
    const backend = backendChoice.safeParse(values.backend);
    if (!backend.success) throw new Error(`'--backend ${values.backend}' is no backend`);
    return { ...values, backend: backend.data };
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}: npm start -- [--keep] [--json] [--headless] [--backend auto|local|incus]\n`,
    );
    return undefined;
  }
}

interface Outcome {
  readonly sessionId: string;
  readonly steps: readonly TakenStep[];
  readonly purchase: Purchase;
  readonly sandbox: Sandbox;
}

async function shop(
  daemon: OwnDaemon,
  options: Options & { readonly print: Printer },
  signal: AbortSignal,
): Promise<Outcome> {
  const { peer } = daemon;
  const { print } = options;
  print.note(`Launching a browser ${options.headless ? "without a window" : "with a window"}`);
  const browser = await peer.call(
    "browser.launch",
    { kind: "training", headless: options.headless, display: displayVariables(process.env) },
    { signal, timeoutMs: 120_000 },
  );
  print.note(`${browser.name}, extension ${browser.extensionVersion}`);
  const wish = { site: SITE, backend: options.backend, note: (text: string) => print.note(text) };
  const backend = await prepareBackend(peer, wish, signal);
  print.note("Starting two sandboxes of the store");
  const untouched = await peer.call(
    "sandbox.create",
    { site: SITE, backend },
    { signal, timeoutMs: 120_000 },
  );
  const { session, observation } = await peer.call(
    "session.open",
    {
      agent: "demo shopper",
      browserId: browser.browserId,
      sites: [SITE],
      backend,
      lifetime: options.keep ? "lease" : "connection",
    },
    { signal, timeoutMs: 120_000 },
  );
  const { sandboxes } = await peer.call("sandbox.list", {}, { signal });
  const sandbox = sandboxes.find(({ sandboxId }) => sandboxId === session.sandboxes[0]?.sandboxId);
  if (sandbox === undefined || observation === null) {
    throw new Error(`session ${session.sessionId} opened without its store`);
  }
  print.note(
    `${sandbox.backend} sandboxes ${sandbox.sandboxId} and ${untouched.sandboxId}, ready in ${Math.round(sandbox.readyMs)} ms`,
  );
  print.columns();

  const steps: TakenStep[] = [];
  const act = recordingAct(peer, session.sessionId, signal, (step) => {
    steps.push(step);
    print.step(steps.length, step);
  });
  const ordersBefore = await ordersOf(untouched.origin, signal);
  const purchase = await goShopping(observation, act, {
    search: "backpack",
    sort: "Price: low to high",
    department: "bags",
    category: "backpacks",
    product: "Copse School Backpack",
    email: "ada@example.com",
    deliveryDate: daysFromNow(5),
  });
  const ordered = await verifyOrder(sandbox.origin, purchase, signal);
  print.note(`Order ${purchase.orderId} is in the database of ${sandbox.sandboxId}: ${ordered}`);
  const ordersAfter = await ordersOf(untouched.origin, signal);
  if (ordersAfter.length !== ordersBefore.length || ordersAfter.includes(purchase.orderId)) {
    throw new Error(
      `sandbox ${untouched.sandboxId} should be untouched, and has orders ${ordersAfter.join(", ")}`,
    );
  }
  print.note(
    `Sandbox ${untouched.sandboxId} is untouched: ${ordersAfter.length} orders, as before`,
  );
  return { sessionId: session.sessionId, steps, purchase, sandbox };
}

/** Aborts at the first signal; later ones are ignored, because cleaning up must end. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => controller.abort(new Error(`interrupted by ${name}`)));
  }
  return controller.signal;
}

/** Returns the date as yyyy-mm-dd in local time, as a date field takes it. */
function daysFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
