// Sessions with sandboxes of their own, over a real daemon, native host, router and backend.
import { request } from "node:http";

import { describe, expect, test } from "vitest";

import { writeCounterDefinition } from "../../support/sandboxes/counter-definition.ts";
import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";

const click = { type: "click", id: "a" } as const;

describe("a session with a sandbox", () => {
  test("a session sees its own sandbox under the site's host, and a second one in that browser is refused", async () => {
    await using home = await TestHome.make();
    const { agent, extension, session } = await counting(home);
    await using _extension = extension;
    expect(session.sandboxes).toMatchObject([{ site: "counter", url: "http://counter.test" }]);
    expect(session.tabs[0]?.url).toBe("http://counter.test");
    const proxy = extension.proxies.at(-1);
    expect(proxy?.hosts).toEqual([{ host: "counter.test", port: 80 }]);
    expect(await through(proxy?.port ?? 0, "http://counter.test/count")).toBe("10");
    await expect(agent.call("session.open", { sites: ["counter"] })).rejects.toMatchObject({
      code: "site-taken",
    });
    const sandboxes = session.sandboxes.map(({ sandboxId }) => sandboxId);
    const shared = await agent.call("session.open", { sandboxes });
    await agent.call("session.close", { sessionId: shared.session.sessionId });
    expect((await agent.call("sandbox.list", {})).sandboxes).toHaveLength(1);
    await agent.call("session.close", { sessionId: session.sessionId });
    expect((await agent.call("sandbox.list", {})).sandboxes).toEqual([]);
    expect(extension.proxies.at(-1)?.hosts).toEqual([]);
  });

  test("a session says on each step and page that its sandbox does not run, and afterwards why it ended", async () => {
    await using home = await TestHome.make();
    const { agent, extension, session } = await counting(home);
    await using _extension = extension;
    const { sessionId } = session;
    const alive = await agent.call("session.act", { sessionId, actionId: "a1", action: click });
    expect(alive.error).toBeUndefined();
    const port = extension.proxies.at(-1)?.port ?? 0;
    await through(port, "http://counter.test/crash").catch(() => {});
    await until(async () => {
      const { sandboxes } = await agent.call("sandbox.list", {});
      return sandboxes[0]?.state === "failed";
    }, "the sandbox has failed");
    const step = await agent.call("session.act", { sessionId, actionId: "a2", action: click });
    expect(step).toMatchObject({ status: "done", error: { code: "sandbox-failed" } });
    const { omitted } = await agent.call("session.observe", { sessionId });
    expect(omitted.map(({ why }) => why).join()).toContain("has failed");
    await agent.call("session.close", { sessionId });
    await expect(agent.call("session.observe", { sessionId })).rejects.toThrow("has ended: closed");
  });

  test("a session keeps reaching its sandbox after a reset, which may move it", async () => {
    await using home = await TestHome.make();
    const { agent, extension, session } = await counting(home);
    await using _extension = extension;
    const port = extension.proxies.at(-1)?.port ?? 0;
    expect(await through(port, "http://counter.test/add")).toBe("11");
    const sandboxId = session.sandboxes[0]?.sandboxId ?? "";
    await agent.call("sandbox.reset", { sandboxId });
    expect(await through(port, "http://counter.test/count")).toBe("10");
    await agent.call("sandbox.delete", { sandboxId });
    expect(await through(port, "http://counter.test/count")).not.toBe("10");
  });

  test("a site can't be removed as long as it has sandboxes", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const agent = await daemon.agent();
    await agent.call("site.import", { site: writeCounterDefinition(home.paths.home) });
    const { sandboxId } = await agent.call("sandbox.create", { site: "counter" });
    await expect(agent.call("site.remove", { site: "counter" })).rejects.toThrow(sandboxId);
    await agent.call("sandbox.delete", { sandboxId });
    await agent.call("site.remove", { site: "counter" });
    const { sites } = await agent.call("site.list", {});
    expect(sites.map(({ name }) => name)).not.toContain("counter");
  });
});

/** A daemon, a browser and an agent whose session has a sandbox of the counter. */
async function counting(home: TestHome) {
  const daemon = await home.daemon();
  const extension = await FakeExtension.connect({ home: home.paths.home });
  const agent = await daemon.agent();
  await agent.call("site.import", { site: writeCounterDefinition(home.paths.home) });
  const { session } = await agent.call("session.open", { sites: ["counter"] });
  return { agent, extension, session };
}

/** A request through a router's port, as a browser sends it. */
async function through(port: number, url: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const { host } = new URL(url);
    request({ host: "127.0.0.1", port, path: url, headers: { host } }, (response) => {
      let body = "";
      response.on("data", (bytes: Buffer) => (body += bytes.toString("utf8")));
      response.on("end", () => resolve(body));
    })
      .on("error", reject)
      .end();
  });
}
