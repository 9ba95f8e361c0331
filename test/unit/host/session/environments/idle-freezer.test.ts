import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { IdleFreezer } from "@webserv/host/src/session/environments/idle-freezer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

const FREEZE_AFTER_MS = 60_000;

/** What happens to the pages and what is sent, in order; `isStill` refuses to freeze. */
class Scene {
  readonly events: string[] = [];
  isStill = false;
  readonly rest: IdleFreezer;
  readonly transport: Transport;
  #receive: (message: unknown) => void = () => {};

  constructor(freezeAfterMs = FREEZE_AFTER_MS) {
    const note = async (event: string): Promise<boolean> => {
      this.events.push(event);
      // As long as a pipe takes.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return !this.isStill;
    };
    const pages = {
      collectGarbage: async () => void (await note("collect")),
      freeze: () => note("freeze"),
      wake: async () => void (await note("wake")),
    };
    const show = (shown: boolean): Promise<boolean> => note(shown ? "show" : "hide");
    this.rest = new IdleFreezer({ pages: () => pages, show, freezeAfterMs });
    this.transport = this.rest.through({
      send: (message) => void this.events.push(JSON.stringify(message)),
      onMessage: (listener) => {
        this.#receive = listener;
      },
      onClose: () => {},
      close: () => {},
    });
    this.transport.onMessage(() => {});
    this.rest.begin();
  }

  call(id: number, method = "lease.observe"): void {
    this.transport.send({ id, method });
  }

  answer(id: number): void {
    this.#receive({ id, result: {} });
  }

  /** What has happened since it was asked last, `ms` from now. */
  async after(ms: number): Promise<string[]> {
    await vi.advanceTimersByTimeAsync(ms);
    return this.events.splice(0);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OBSERVE = '{"id":1,"method":"lease.observe"}';

describe("an environment that nobody uses", () => {
  test("an idle environment gives memory back after five seconds, and freezes when its time has come", async () => {
    const scene = new Scene();
    expect(await scene.after(4_999)).toEqual([]);
    expect(await scene.after(100)).toEqual(["collect"]);
    expect(await scene.after(50_000)).toEqual([]);
    expect(await scene.after(10_000)).toEqual(["hide", "freeze"]);
    expect(scene.rest.frozen).toBe(true);
  });

  test("a frozen environment is woken by a call, which is sent once it is awake, with what follows in order", async () => {
    const scene = new Scene();
    await scene.after(70_000);
    scene.call(1);
    scene.transport.send({ method: "$/cancelRequest", params: { id: 1 } });
    expect(scene.rest.frozen).toBe(false);
    expect(await scene.after(100)).toEqual([
      "wake",
      "show",
      OBSERVE,
      '{"method":"$/cancelRequest","params":{"id":1}}',
    ]);
  });

  test("a frozen environment stays frozen for answers and for calls that need no page, which are sent at once", async () => {
    const scene = new Scene();
    await scene.after(70_000);
    scene.transport.send({ id: 7, result: {} });
    scene.call(2, "lease.list");
    expect(scene.events).toEqual(['{"id":7,"result":{}}', '{"id":2,"method":"lease.list"}']);
    expect(scene.rest.frozen).toBe(true);
  });

  test("an environment is awake again for a call that comes while it is being frozen", async () => {
    const scene = new Scene();
    await vi.advanceTimersByTimeAsync(FREEZE_AFTER_MS);
    scene.call(1);
    expect(await scene.after(1_000)).toEqual([
      "collect",
      "hide",
      "freeze",
      "wake",
      "show",
      OBSERVE,
    ]);
    expect(scene.rest.frozen).toBe(false);
  });

  test("an environment does not freeze while a call is under way, and counts its idle time from the answer", async () => {
    const scene = new Scene();
    scene.call(1);
    expect(await scene.after(500_000)).toEqual([OBSERVE]);
    scene.answer(1);
    expect(await scene.after(FREEZE_AFTER_MS - 1)).toEqual(["collect"]);
    expect(await scene.after(100)).toEqual(["hide", "freeze"]);
  });

  test("an environment whose pages can't be hidden stays awake, and its freezing is tried again", async () => {
    const scene = new Scene();
    scene.isStill = true;
    expect(await scene.after(FREEZE_AFTER_MS + 100)).toEqual(["collect", "hide", "wake", "show"]);
    expect(scene.rest.frozen).toBe(false);
    scene.isStill = false;
    expect(await scene.after(FREEZE_AFTER_MS + 100)).toEqual(["collect", "hide", "freeze"]);
  });

  test("an environment never freezes if that was asked for, and does nothing after its end", async () => {
    const never = new Scene(0);
    expect(await never.after(10 * FREEZE_AFTER_MS)).toEqual(["collect"]);
    const ended = new Scene();
    ended.rest.end();
    expect(await ended.after(10 * FREEZE_AFTER_MS)).toEqual([]);
  });
});
