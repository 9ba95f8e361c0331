// What a session's agent is told, over a real daemon and a real native host, with pages that are made up.
import { once } from "node:events";

import { expect, test } from "vitest";
import { WebSocket } from "ws";

import type { Action } from "@webserv/shared/model/action.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension, fakeObservation } from "../../support/daemon/fake-extension.ts";

const click = { type: "click", id: "a" } as const;

test("the next changes are told of the page that was told, and not of a part that was expanded", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const rows = Array.from({ length: 40 }, (_, row) => `<li>Row ${row}`).join("");
  let told = 0;
  const look = (html: string) => ({ ...fakeObservation([], html), tokens: 500, at: `${++told}` });
  await using extension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: { "lease.observe": () => look(`<ul>${rows}</ul>`) },
    act: (order) => ({
      ...extension.done(order),
      observation: look(order.action.type === "expand" ? "<li>Row 7" : `<ul>${rows}<li>New</ul>`),
    }),
  });
  const agent = await daemon.agent();
  const { sessionId } = (await agent.call("session.open", {})).session;
  await agent.call("session.observe", { sessionId });
  const act = async (actionId: string, action: Action) =>
    (await agent.call("session.act", { sessionId, actionId, action, observe: { diff: true } }))
      .observation;
  expect((await act("one", { type: "expand", id: "row-7" }))?.html).toBe("<li>Row 7");
  const changed = await act("two", click);
  expect(changed?.since).toBeDefined();
  expect(changed?.html).toContain("+<li>New</ul>");
});

test("changes are told of a cut page although a step in between was not told", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const rows = Array.from({ length: 40 }, (_, row) => `<li>Row ${row}`).join("");
  let told = 0;
  const look = (html: string) => ({
    ...fakeObservation([], `<ul>${html}</li><!--more:rows 9 more--></ul>`),
    tokens: 500,
    expandable: ["more:rows"],
    reading: `${++told}`,
    ...(told === 1 ? {} : { again: `${told - 1}` }),
    at: `${told}`,
  });
  await using extension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: { "lease.observe": () => look(rows) },
    act: (order) => ({ ...extension.done(order), observation: look(`${rows}<li>New ${told}`) }),
  });
  const agent = await daemon.agent();
  const { sessionId } = (await agent.call("session.open", {})).session;
  await agent.call("session.observe", { sessionId });
  const act = async (actionId: string, later: boolean) =>
    (
      await agent.call("session.act", {
        sessionId,
        actionId,
        action: click,
        observe: { diff: true, later },
      })
    ).observation;
  expect(await act("one", true)).toBeNull();
  expect(await act("two", true)).toBeNull();
  const changed = await act("three", false);
  expect(changed?.since).toBe("1");
  expect(changed?.html).toContain("+<li>New 3");
});

test("an observation of many chunks arrives whole, and an agent that reads none is cut off", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const html = `<p>${"a".repeat(3_000_000)}</p>`;
  await using _extension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: { "lease.observe": () => fakeObservation([], html) },
  });
  const agent = await daemon.agent();
  const { sessionId } = (await agent.call("session.open", {})).session;
  expect((await agent.call("session.observe", { sessionId })).html).toBe(html);

  const deaf = new WebSocket(`ws://127.0.0.1:${daemon.port}/`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  });
  await once(deaf, "open");
  const say = (id: number, method: string, params: unknown): void =>
    deaf.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  say(0, "daemon.hello", {
    protocol: protocolVersion,
    client: { name: "deaf", version: "1" },
  });
  deaf.pause();
  for (let id = 1; id <= 15; id++) say(id, "session.observe", { sessionId });
  await until(() => daemon.log.includes("does not read"), "the daemon gives it up");
  deaf.terminate();
  await agent.call("session.ping", { sessionId });
});
