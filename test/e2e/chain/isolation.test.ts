// Three browsers of one daemon at once: who sees which store, and what can't be reached at all.
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Server } from "node:net";

import type { BrowserInfo } from "@webserv/shared/model/browser.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { writeProberDefinition } from "../../support/sandboxes/counter-definition.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import { htmlOf } from "../../support/reading/observed.ts";

const MUG = "http://store.test/p/dale-enamel-mug";

let chain: Chain;
let site: CountingSite;
let first: BrowserInfo;
let second: BrowserInfo;
let personal: BrowserInfo;
let one: ChainSession;
let two: ChainSession;

beforeAll(async () => {
  [chain, site] = await Promise.all([Chain.open(), CountingSite.open()]);
  await chain.agent.call("site.import", { site: writeProberDefinition(chain.paths.home) });
  [first, second, personal] = await Promise.all([
    chain.launch("training"),
    chain.launch("training"),
    chain.launch("personal"),
  ]);
  [one, two] = await Promise.all([
    chain.session({ browserId: first.browserId, sites: ["store", "prober"] }),
    chain.session({ browserId: second.browserId, sites: ["store"] }),
  ]);
});
afterAll(async () => {
  await chain.close();
  await site.close();
});

/** How many things the cart holds, by the name of the button in the page's header. */
function inCart(session: ChainSession): number {
  const cart = session.seen?.clickable.find((id) => /^cart\b/.test(id));
  if (cart === undefined) throw new Error(`no cart among ${session.seen?.clickable.join(", ")}`);
  return Number(/\d+/.exec(cart)?.[0] ?? 0);
}

async function putMugIntoCart(session: ChainSession): Promise<void> {
  await session.act({ type: "goto", url: MUG });
  const groups = new Map(
    session.seen?.inputs
      .filter(({ type, editable }) => type === "radio" && editable)
      .map(({ id }) => [id.slice(0, id.lastIndexOf(".")), id]),
  );
  for (const id of groups.values()) await session.act({ type: "click", id });
  await session.act({ type: "click", id: session.id("add-to-cart") });
}

describe("two sessions in two training browsers", () => {
  test("two sessions in two training browsers fill a cart each in a store of its own under one name", async () => {
    await putMugIntoCart(one);
    const reload = { type: "goto", url: MUG } as const;
    await Promise.all([one.act(reload), two.act(reload)]);
    expect([inCart(one), inCart(two)]).toEqual([1, 0]);
    await putMugIntoCart(two);
    await putMugIntoCart(two);
    await Promise.all([one.act(reload), two.act(reload)]);
    expect([inCart(one), inCart(two)]).toEqual([1, 2]);
    const { sandboxes } = await chain.agent.call("sandbox.list", {});
    expect(new Set(sandboxes.map(({ origin }) => origin)).size).toBe(3);
  });

  test("a second store in a browser that shows one is refused, and starts nothing", async () => {
    const before = (await chain.agent.call("sandbox.list", {})).sandboxes.length;
    const taken = chain.session({ browserId: first.browserId, sites: ["store"] });
    await expect(taken).rejects.toMatchObject({
      code: "site-taken",
      details: { sessionId: one.sessionId },
    });
    const { sandboxes } = await chain.agent.call("sandbox.list", {});
    expect(sandboxes).toHaveLength(before);
    expect((await chain.agent.call("session.list", {})).sessions).toHaveLength(2);
  });
});

describe("a training browser", () => {
  /** Notes everybody who knocks, by TCP or UDP, and answers nobody. */
  let listener: Server;
  let packets: Socket;
  let port: number;
  const knocks: string[] = [];
  beforeAll(async () => {
    listener = createServer((socket) => {
      knocks.push("TCP");
      socket.destroy();
    }).listen(0);
    await once(listener, "listening");
    const address = listener.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
    packets = createSocket("udp4", () => knocks.push("UDP")).bind(port, "127.0.0.1");
    await once(packets, "listening");
  });
  afterAll(() => {
    listener.close();
    packets.close();
  });

  test("a training browser opens no address but its sandboxes', and says so", async () => {
    const addresses = [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://store.test:${port}/`,
      "https://store.test/",
      "http://example.com/",
      "https://example.com/",
      // Where the agents' and the router's own doors are.
      `http://127.0.0.1:${(await chain.agent.call("daemon.status", {})).port}/`,
    ];
    for (const url of addresses) {
      const step = await one.act({ type: "goto", url });
      const words = `${url} ${htmlOf(step)} ${step.error?.message}`;
      expect(words).toMatch(/is not a sandbox of this session|ERR_TUNNEL_CONNECTION_FAILED/);
    }
    expect(knocks).toEqual([]);
  });

  test("a page of a sandbox gets out of a training browser by none of the ways that it tries", async () => {
    await probe(one);
    expect(knocks).toEqual([]);
  });

  test("a page of a sandbox gets out of a personal browser, by TCP and by UDP", async () => {
    await using session = await chain.session({
      browserId: personal.browserId,
      sites: ["prober"],
    });
    await probe(session);
    expect(knocks).toContain("UDP");
    expect(knocks.filter((knock) => knock === "TCP").length).toBeGreaterThan(8);
  });

  async function probe(session: ChainSession): Promise<void> {
    await session.act({ type: "goto", url: `http://prober.test/?to=127.0.0.1:${port}` });
    await until(async () => (await session.observe()).title === "Probed", "all ways are tried");
  }

  test("a training browser shows its session the store again after all attempts to get out", async () => {
    await one.act({ type: "goto", url: MUG });
    expect(inCart(one)).toBe(1);
  });
});

describe("a personal browser", () => {
  test("a personal browser reaches loopback pages beside the sandboxes of its session", async () => {
    await using session = await chain.session({
      browserId: personal.browserId,
      url: site.url,
      sites: ["store"],
    });
    expect(session.opened.observation).toMatchObject({ title: "Counter" });
    const store = await session.act({ type: "goto", url: MUG });
    expect(store.observation?.url).toBe(MUG);
    expect(inCart(session)).toBe(0);
  });
});

test("three browsers step side by side, and each answer is its own", async () => {
  await using three = await chain.session({ browserId: personal.browserId, url: site.url });
  const began = site.count;
  const words = ["mug", "lamp", "tent", "sock"];
  const shop = async (session: ChainSession, order: readonly string[]): Promise<string[]> => {
    const titles = [];
    for (const word of order) {
      const url = `http://store.test/search?q=${word}`;
      const step = await session.act({ type: "goto", url });
      titles.push(new URL(step.observation?.url ?? "").search);
    }
    return titles;
  };
  const count = async (): Promise<string[]> => {
    const texts = [];
    for (const _word of words) {
      texts.push(htmlOf(await three.act({ type: "click", id: three.id("add") })));
    }
    return texts;
  };
  const [forth, back, counted] = await Promise.all([
    shop(one, words),
    shop(two, words.toReversed()),
    count(),
  ]);
  expect(forth).toEqual(words.map((word) => `?q=${word}`));
  expect(back).toEqual(forth.toReversed());
  expect(counted.map((html) => /count \d+/.exec(html)?.[0])).toEqual(
    words.map((_word, index) => `count ${began + index + 1}`),
  );
});
