import { PassThrough } from "node:stream";

import { ContextProcesses } from "@webserv/host/src/browser/contexts/context-processes.ts";
import { DebuggingPipe } from "@webserv/host/src/browser/contexts/debugging-pipe.ts";
import { expect, test } from "vitest";
import * as z from "zod/mini";

const sentMessage = z.object({
  id: z.int(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  sessionId: z.optional(z.string()),
});
type Sent = z.infer<typeof sentMessage>;

interface FakeTarget {
  readonly type: string;
  url: string;
  readonly browserContextId: string;
  pid: number | undefined;
}

/** A browser that answers what it is asked of its targets; one without a process id stands still. */
function browser(targets: Readonly<Record<string, FakeTarget>>) {
  const output = new PassThrough();
  const input = new PassThrough();
  const attached: string[] = [];
  const write = (message: object): void => void input.write(`${JSON.stringify(message)}\0`);
  const answer = ({ method, params, sessionId = "" }: Sent): object | undefined => {
    const target = targets[sessionId];
    switch (method) {
      case "Target.getTargets":
        return {
          targetInfos: Object.entries(targets).map(([targetId, target]) => ({
            targetId,
            ...target,
          })),
        };
      case "Target.getBrowserContexts":
        return { browserContextIds: ["one", "two"] };
      case "SystemInfo.getProcessInfo":
        return {
          processInfo: [
            { type: "browser", id: 1, cpuTime: 10 },
            { type: "GPU", id: 2, cpuTime: 3 },
            ...[11, 12, 13, 99].map((id) => ({ type: "renderer", id, cpuTime: 1 })),
          ],
        };
      case "Target.attachToTarget":
        attached.push(String(params["targetId"]));
        return { sessionId: params["targetId"] };
      case "DOM.performSearch":
        return target?.pid === undefined ? undefined : { searchId: `${target.pid}.3` };
      case "Runtime.evaluate":
        write({
          method: "Network.requestWillBeSent",
          params: { requestId: `${target?.pid}.7` },
          sessionId,
        });
        return {};
      default:
        return {};
    }
  };
  let rest = "";
  output.on("data", (bytes: Buffer) => {
    const texts = `${rest}${bytes.toString()}`.split("\0");
    rest = texts.pop() ?? "";
    for (const text of texts) {
      const sent = sentMessage.parse(JSON.parse(text));
      const result = answer(sent);
      if (result !== undefined) write({ id: sent.id, result });
    }
  });
  return { processes: new ContextProcesses(new DebuggingPipe(output, input)), attached };
}

function page(browserContextId: string, pid: number | undefined, url = "http://a.test/") {
  return { type: "page", url, browserContextId, pid };
}

test("each process of a browser is its context's, all contexts', or not known as yet", async () => {
  const { processes } = browser({
    page: page("one", 11),
    frame: { ...page("one", 12), type: "iframe" },
    worker: { ...page("two", 1_000_000_000_000_013), type: "service_worker" },
    tab: { ...page("two", 12), type: "tab" },
  });
  const found = new Map((await processes.list()).map(({ pid, contextId }) => [pid, contextId]));
  expect([...found]).toEqual([
    [1, null],
    [2, null],
    [11, "one"],
    [12, "one"],
    [13, "two"],
    [99, undefined],
  ]);
});

test("the browser's own context serves all", async () => {
  const { processes } = browser({ worker: { ...page("own", 11), type: "service_worker" } });
  expect(await processes.list()).toContainEqual({ pid: 11, cpuSeconds: 1, contextId: null });
});

test("a target is asked again once it has moved, and what does not answer is where it was", async () => {
  const moving = page("one", 11);
  const { processes, attached } = browser({ moving });
  await processes.list();
  await processes.list();
  expect(attached).toEqual(["moving"]);
  Object.assign(moving, { url: "http://b.test/", pid: 12 });
  expect(await processes.list()).toContainEqual({ pid: 12, cpuSeconds: 1, contextId: "one" });
  Object.assign(moving, { url: "http://c.test/", pid: undefined });
  expect(await processes.list()).toContainEqual({ pid: 12, cpuSeconds: 1, contextId: "one" });
});
