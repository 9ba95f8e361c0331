import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Semaphore } from "@webserv/host/src/semaphore.ts";
import { Browser } from "@webserv/host/src/session/browsers/browser.ts";
import type { SettleOptions } from "@webserv/shared/model/page/settle.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";

import { connectBrowser, hello, makeSessions, record } from "../made-sessions.ts";

let dir: string;
let ended: AbortController;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "webserv-actions-"));
  ended = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
  ended.abort();
  rmSync(dir, { recursive: true, force: true });
});

test("an action that waits for its browser learns at once that the browser has ended", async () => {
  // No time passes: whoever waited for the browser any longer would wait without end.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { sessions, registry } = await makeSessions({ dir, signal: ended.signal });
  sessions.adopt(record, []);
  const answer = sessions.get("s-1").actions.act(
    {
      sessionId: "s-1",
      actionId: "a",
      action: { type: "refresh" },
      settle: {},
      observe: {},
    },
    { signal: ended.signal, timeoutMs: 60_000 },
  );
  const refused = answer.catch((error: unknown) => error);
  await registry.ended(new Browser(hello, undefined));
  expect(await refused).toMatchObject({ code: "browser-gone" });
  expect(sessions.list()).toEqual([]);
});

test("an action that was taken back is ended even for one who asks for it again at once", async () => {
  const { sessions } = await makeSessions({ dir, signal: ended.signal });
  sessions.adopt(record, []);
  const { actions } = sessions.get("s-1");
  const action = { type: "refresh" } as const;
  const params = { sessionId: "s-1", actionId: "a", action, settle: {}, observe: {} };
  const cancel = new AbortController();
  const first = actions.act(params, { signal: cancel.signal, timeoutMs: 60_000 });
  const refused = first.catch((error: unknown) => error);
  cancel.abort(new WebservError("cancelled", "cancelled by the caller"));
  await expect(
    actions.act(params, { signal: ended.signal, timeoutMs: 60_000 }),
  ).rejects.toMatchObject({ code: "cancelled" });
  expect(await refused).toMatchObject({ code: "cancelled" });
});

test("an action waits while others have their turn, and is refused as overloaded if its own does not come", async () => {
  const { sessions, registry } = await makeSessions({
    dir,
    signal: ended.signal,
    semaphore: new Semaphore(1),
  });
  const refresh = (sessionId: string, timeoutMs: number): Promise<unknown> => {
    const action = { type: "refresh" } as const;
    const params = { sessionId, actionId: "a", action, settle: {}, observe: {} };
    const { actions } = sessions.get(sessionId);
    return actions.act(params, { signal: ended.signal, timeoutMs }).catch(toWebservError);
  };
  sessions.adopt(record, []);
  sessions.adopt({ ...record, session: { ...record.session, sessionId: "s-2" } }, []);
  // It waits for its browser.
  const first = refresh("s-1", 60_000);
  expect(await refresh("s-2", 500)).toMatchObject({ code: "overloaded" });
  const next = refresh("s-2", 60_000);
  await sessions.close("s-1", "closed");
  expect(await first).toMatchObject({ code: "cancelled" });
  await registry.ended(new Browser(hello, undefined));
  expect(await next).toMatchObject({ code: "browser-gone" });
});

test("pages are waited for as the session says, except for what an action says itself", async () => {
  const { sessions, registry } = await makeSessions({ dir, signal: ended.signal });
  const asked: unknown[] = [];
  const { extension } = await connectBrowser(registry, {
    "lease.open": ({ settle }) => {
      asked.push(settle);
      return { tabs: [], input: "trusted", observation: null };
    },
    "lease.act": ({ settle }) => {
      asked.push(settle);
      throw new WebservError("session-stopped", "enough is known");
    },
  });
  const context = { signal: ended.signal, timeoutMs: 10_000 };
  const settle = { mode: "network-idle", budgetMs: 60_000 } as const;
  const params = methods["session.open"].params.parse({ settle });
  const { session } = await sessions.open(params, context, ended.signal);
  const { sessionId } = session;
  const act = async (actionId: string, own: SettleOptions): Promise<void> => {
    const action = { type: "refresh" } as const;
    const { actions } = sessions.get(sessionId);
    await actions
      .act({ sessionId, actionId, action, settle: own, observe: {} }, context)
      .catch(toWebservError);
  };
  await act("a", {});
  await act("b", { budgetMs: 500, idleMs: 100 });
  expect(asked).toEqual([settle, settle, { mode: "network-idle", budgetMs: 500, idleMs: 100 }]);
  extension.close();
});
