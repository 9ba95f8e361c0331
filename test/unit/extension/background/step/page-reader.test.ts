import type { Tab } from "@webserv/shared/model/page/observation.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { afterEach, expect, test, vi } from "vitest";

import { blankReading } from "../../../../../extension/src/background/frames/blank-page.ts";
import type { Lease } from "../../../../../extension/src/background/lease/lease.ts";
import { withTab } from "../../../../../extension/src/background/lease/lease.ts";
import { PageReader } from "../../../../../extension/src/background/step/page-reader.ts";

const page = { ...blankReading, url: "http://a.test/", html: "<p>page</p>" };
const held: Lease = {
  sessionId: "s",
  agent: "tester",
  tabIds: [7],
  openers: [],
  activeTabId: 7,
  step: 3,
  doing: "Click buy",
  input: "trusted",
  inputReason: "",
  dialogs: "ask",
  answerMs: 60_000,
  waiting: [],
  stopped: false,
  actions: [],
};

afterEach(() => void vi.restoreAllMocks());

interface Session {
  lease: Lease;
  /** Resolves when the tabs are listed next. */
  listed(): Promise<void>;
}

/** A reader of a session whose lease a test may change, and the order of what it asks for. */
function readerOf(read: (session: Session, turn: number) => Promise<typeof page>) {
  const asked: string[] = [];
  let onListed = (): void => {};
  const session: Session = {
    lease: held,
    listed: () => new Promise((resolve) => (onListed = resolve)),
  };
  let readings = 0;
  const reader = new PageReader(
    { get: () => session.lease },
    {
      current: () => 7,
      list: ({ tabIds }) => {
        asked.push(`tabs ${tabIds.join(" ")}`);
        onListed();
        return Promise.resolve(tabIds.map(tabOf));
      },
    },
    {
      read: () => {
        asked.push("page");
        return read(session, ++readings);
      },
    },
    { openIn: () => null },
  );
  const observe = async () =>
    await reader.read("s", {}, { timeoutMs: 1000, signal: new AbortController().signal });
  return { asked, observe };
}

function tabOf(tabId: number): Tab {
  return { index: tabId, url: "http://a.test/", title: "", active: tabId === 7 };
}

test("the tabs are listed while the page is read, and the page is asked first", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const { asked, observe } = readerOf(async (session) => {
    await session.listed();
    return page;
  });
  const { html, tabs } = await observe();
  expect(html).toBe("<p>page</p>");
  expect(tabs.map(({ index }) => index)).toEqual([7]);
  expect(asked).toEqual(["page", "tabs 7"]);
});

test("the tabs are listed again if another one has joined the session while the page was read", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const { asked, observe } = readerOf(async (session) => {
    await session.listed();
    session.lease = withTab(session.lease, 8, false);
    return page;
  });
  const { tabs } = await observe();
  expect(tabs.map(({ index }) => index)).toEqual([7, 8]);
  expect(asked).toEqual(["page", "tabs 7", "tabs 7 8"]);
});

test("the tabs are listed again after a page that took long to read", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const { asked, observe } = readerOf(async (session) => {
    await session.listed();
    now.mockReturnValue(200);
    return page;
  });
  await observe();
  expect(asked).toEqual(["page", "tabs 7", "tabs 7"]);
});

test("the tabs are listed beside the reading of the document that replaced the first one", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const { asked, observe } = readerOf(async (session, turn) => {
    await session.listed();
    if (turn === 1) throw new WebservError("disconnected", "the document went away");
    return page;
  });
  await observe();
  expect(asked).toEqual(["page", "tabs 7", "page", "tabs 7"]);
});
