import type { AnsweredDialog, DialogRule } from "@webserv/shared/model/page/dialog.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { MAX_DIALOGS } from "../../../../../extension/src/background/input/dialog-book.ts";
import { Dialogs } from "../../../../../extension/src/background/input/dialogs.ts";
import type { DialogNews } from "../../../../../extension/src/background/input/dialogs.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TAB = 7;

/** The dialogs of one tab, under `rule`; null: the tab is nobody's. */
function book(rule: DialogRule | null = "ask", refuse: () => Error | null = () => null) {
  const sent: unknown[] = [];
  const changes: (string | null)[] = [];
  const news: DialogNews[] = [];
  const dialogs: Dialogs = new Dialogs({
    send: (_tabId, answer) => {
      sent.push(answer);
      const refused = refuse();
      return refused === null ? Promise.resolve({}) : Promise.reject(refused);
    },
    closeUnanswered: () => {
      sent.push("closed");
      return Promise.resolve();
    },
    mannersOf: () => (rule === null ? null : { rule, answerMs: 1_000 }),
    onChange: () => changes.push(dialogs.openIn(TAB)?.message ?? null),
    tell: (_tabId, one) => news.push(one),
  });
  const open = (type: string, message = "Sure?"): void =>
    dialogs.opened(TAB, { type, message, defaultPrompt: "", url: "http://page.test/" });
  const told = (): readonly AnsweredDialog[] => dialogs.take(TAB).dialogs;
  return { dialogs, sent, changes, news, open, told };
}

describe("a dialog that is answered at once", () => {
  test.each([
    ["alert", "ask", true],
    ["beforeunload", "ask", true],
    ["alert", "dismiss", true],
    ["beforeunload", "dismiss", true],
    ["confirm", "accept", true],
    ["confirm", "dismiss", false],
    ["prompt", "accept", true],
    ["prompt", "dismiss", false],
  ] as const)(
    "a dialog of the kind %s under the rule %s is answered at once, and told of once",
    (kind, rule, accept) => {
      const { dialogs, sent, open, told } = book(rule);
      open(kind);
      const text = kind === "prompt" && accept ? { text: "" } : {};
      expect(sent).toEqual([{ accept, ...text }]);
      expect(dialogs.openIn(TAB)).toBeNull();
      const answer = accept ? "accepted" : "dismissed";
      expect(told()).toEqual([{ kind, message: "Sure?", answer, ...text, by: "rule" }]);
      expect(told()).toEqual([]);
    },
  );
});

describe("a dialog that waits", () => {
  test("a dialog that waits is told, stops whoever waits for the page, and is kept", () => {
    const { dialogs, sent, changes, open } = book();
    const signal = dialogs.signalOf(TAB);
    open("prompt");
    expect(dialogs.openIn(TAB)).toEqual({
      kind: "prompt",
      message: "Sure?",
      default: "",
      url: "http://page.test/",
    });
    expect(signal.reason).toMatchObject({ code: "dialog-open", details: { kind: "prompt" } });
    expect(dialogs.signalOf(TAB).aborted).toBe(true);
    expect(dialogs.signalOf(8).aborted).toBe(false);
    expect([sent, changes]).toEqual([[], ["Sure?"]]);
  });

  test("a dialog that waits is answered by the agent, with text, and its page may then be asked again", async () => {
    const { dialogs, sent, changes, open, told } = book();
    open("prompt");
    await dialogs.answer(TAB, { accept: true, text: "yes" });
    expect(sent).toEqual([{ accept: true, text: "yes" }]);
    expect(told()).toMatchObject([{ answer: "accepted", text: "•••", by: "agent" }]);
    expect([dialogs.openIn(TAB), dialogs.signalOf(TAB).aborted]).toEqual([null, false]);
    expect(changes).toEqual(["Sure?", null]);
  });

  test("a dialog that waits is dismissed if nobody answers in time, and not twice", async () => {
    const { sent, open, told } = book();
    open("confirm");
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ accept: false }]);
    expect(told()).toMatchObject([{ answer: "dismissed", by: "timeout" }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toHaveLength(1);
  });

  test("a dialog that the person answered is told as answered elsewhere", () => {
    const { dialogs, open, told } = book();
    open("prompt");
    dialogs.closed(TAB, { result: true, userInput: "mine" });
    expect(dialogs.openIn(TAB)).toBeNull();
    expect(told()).toMatchObject([{ answer: "accepted", text: "mine", by: "elsewhere" }]);
  });

  test("a dialog that opens while another is being answered is not taken for that one", async () => {
    const { dialogs, open, told } = book();
    open("confirm", "first");
    const answered = dialogs.answer(TAB, { accept: true });
    dialogs.closed(TAB, { result: true });
    open("confirm", "second");
    await answered;
    expect(dialogs.openIn(TAB)?.message).toBe("second");
    expect(told().map(({ message, by }) => [message, by])).toEqual([["first", "agent"]]);
  });

  test("a dialog of a former worker waits on, for what is left of its time", async () => {
    const { dialogs, sent } = book();
    dialogs.restore(TAB, { kind: "confirm", message: "old" }, Date.now() + 300);
    expect(dialogs.openIn(TAB)?.message).toBe("old");
    await vi.advanceTimersByTimeAsync(300);
    expect(sent).toEqual([{ accept: false }]);
  });

  test("a confirm that waits is dismissed if its tab is left, and so is each further one until it stays", async () => {
    const { dialogs, sent, open, told } = book();
    open("confirm", "stay?");
    await dialogs.leave(TAB);
    open("confirm", "really?");
    open("beforeunload", "");
    expect(sent).toEqual([{ accept: false }, { accept: false }, { accept: true }]);
    expect(told().map(({ by }) => by)).toEqual(["leaving", "leaving", "rule"]);
    dialogs.stay(TAB);
    open("confirm", "here");
    expect(dialogs.openIn(TAB)?.message).toBe("here");
  });

  test("a dialog that waits takes no text if it has no field for it, or if it is dismissed", async () => {
    const { dialogs, sent, open } = book();
    open("confirm");
    const refused = { code: "invalid-params" };
    await expect(dialogs.answer(TAB, { accept: true, text: "x" })).rejects.toMatchObject(refused);
    open("prompt");
    await expect(dialogs.answer(TAB, { accept: false, text: "x" })).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
  });
});

describe("a dialog whose debugger was lost", () => {
  test("a dialog whose debugger was lost is left to the person, also when its time is over", async () => {
    const { dialogs, sent, open, told } = book();
    open("confirm");
    dialogs.loseReach(TAB);
    const answer = dialogs.answer(TAB, { accept: true });
    await expect(answer).rejects.toMatchObject({ code: "dialog-unanswerable" });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([sent, dialogs.openIn(TAB)?.message]).toEqual([[], "Sure?"]);
    dialogs.closed(TAB, { result: true });
    expect(told()).toMatchObject([{ answer: "accepted", by: "elsewhere" }]);
  });

  test("a dialog whose debugger was lost goes with the page that is left", async () => {
    const { dialogs, sent, open, told } = book();
    open("confirm");
    dialogs.loseReach(TAB);
    await dialogs.leave(TAB);
    expect([sent, dialogs.openIn(TAB)?.message]).toEqual([[], "Sure?"]);
    dialogs.closed(TAB, { result: false });
    expect(told()).toMatchObject([{ answer: "dismissed", by: "leaving" }]);
  });

  test("a dialog whose debugger was lost is over once the page goes on, and the next is within reach", async () => {
    const { dialogs, sent, open } = book();
    open("confirm", "first");
    dialogs.goesOn(TAB);
    expect(dialogs.openIn(TAB)?.message).toBe("first");
    dialogs.loseReach(TAB);
    dialogs.goesOn(TAB);
    expect(dialogs.openIn(TAB)).toBeNull();
    open("confirm", "second");
    dialogs.goesOn(TAB);
    await dialogs.answer(TAB, { accept: true });
    expect(sent).toEqual([{ accept: true }]);
  });

  test("an answer that finds its dialog's debugger lost is refused, and the dialog stays open", async () => {
    const dialogs: Dialogs = new Dialogs({
      send: () => {
        dialogs.loseReach(TAB);
        return Promise.reject(new Error("No dialog is showing"));
      },
      closeUnanswered: () => Promise.resolve(),
      mannersOf: () => ({ rule: "ask", answerMs: 1_000 }),
      onChange: () => {},
      tell: () => {},
    });
    dialogs.opened(TAB, { type: "confirm", message: "Sure?" });
    const answer = dialogs.answer(TAB, { accept: true });
    await expect(answer).rejects.toMatchObject({ code: "dialog-unanswerable" });
    expect([dialogs.take(TAB).dialogs, dialogs.openIn(TAB)?.message]).toEqual([[], "Sure?"]);
  });
});

test("an answer that the browser refuses is not told of", async () => {
  const news: unknown[] = [];
  const dialogs = new Dialogs({
    send: () => Promise.reject(new Error("No dialog is showing")),
    closeUnanswered: () => Promise.resolve(),
    mannersOf: () => ({ rule: "ask", answerMs: 1_000 }),
    onChange: () => {},
    tell: (_tabId, one) => news.push(one),
  });
  dialogs.opened(TAB, { type: "confirm", message: "" });
  await expect(dialogs.answer(TAB, { accept: true })).rejects.toMatchObject({ code: "no-dialog" });
  expect([dialogs.take(TAB).dialogs, dialogs.openIn(TAB)]).toEqual([[], null]);
  expect(news).toMatchObject([{ opened: { kind: "confirm" } }, {}]);
});

describe("news of dialogs as it happens", () => {
  test("the news of a dialog that is answered at once is the answer alone", () => {
    const { news, open } = book("accept");
    open("confirm");
    expect(news).toMatchObject([{ answered: { kind: "confirm", by: "rule" } }]);
  });

  test("the news of a dialog that waits is that it does, and then its answer, before the next one", async () => {
    const { dialogs, news, open } = book();
    open("confirm", "first");
    const answered = dialogs.answer(TAB, { accept: true });
    dialogs.closed(TAB, { result: true });
    open("confirm", "second");
    await answered;
    dialogs.closed(TAB, { result: false });
    expect(news).toMatchObject([
      { opened: { message: "first" } },
      { answered: { message: "first", answer: "accepted", by: "agent" } },
      { opened: { message: "second" } },
      { answered: { message: "second", answer: "dismissed", by: "elsewhere" } },
    ]);
  });

  test("the news of a dialog that nobody knows the end of is that it waits no more", () => {
    const { dialogs, news, open } = book();
    open("confirm");
    dialogs.unheard(TAB);
    expect(news.slice(1)).toEqual([{}]);
  });

  test("a dialog that a former worker has told of makes no news until its end", () => {
    const { dialogs, news } = book();
    dialogs.restore(TAB, { kind: "confirm", message: "Sure?" }, Date.now() + 1000);
    expect(news).toEqual([]);
    dialogs.closed(TAB, { result: true });
    expect(news).toMatchObject([{ answered: { answer: "accepted" } }]);
  });
});

describe("a dialog of a page that is being replaced", () => {
  const replaced = (): Error =>
    new Error('{"code":-32000,"message":"Not attached to an active page"}');

  test("a dismissed dialog of a page that is being replaced is closed by the browser, and told as dismissed", async () => {
    const { dialogs, sent, open, told } = book("ask", replaced);
    open("confirm");
    await dialogs.answer(TAB, { accept: false });
    expect(sent).toEqual([{ accept: false }, "closed"]);
    expect(told()).toMatchObject([{ answer: "dismissed", by: "agent" }]);
  });

  test("an accepted dialog of a page that is being replaced is closed too, but not told as accepted", async () => {
    const { dialogs, sent, open, told } = book("ask", replaced);
    open("confirm");
    await expect(dialogs.answer(TAB, { accept: true })).rejects.toThrow(WebservError);
    expect(sent).toEqual([{ accept: true }, "closed"]);
    expect(told()).toEqual([]);
  });

  test("a dialog of a page that is being replaced is closed if the rule answers it", async () => {
    const { sent, open } = book("dismiss", replaced);
    open("confirm");
    await vi.waitFor(() => expect(sent).toEqual([{ accept: false }, "closed"]));
  });

  test("no dialog is closed if the browser refuses the answer for another reason", async () => {
    const { dialogs, sent, open } = book("ask", () => new Error("No dialog is showing"));
    open("confirm");
    await expect(dialogs.answer(TAB, { accept: false })).rejects.toThrow(WebservError);
    expect(sent).toEqual([{ accept: false }]);
  });
});

test("a tab that is left may go on asking if it just has", async () => {
  const { dialogs, open } = book("dismiss");
  expect(await dialogs.leave(TAB)).toBe(false);
  open("confirm");
  expect(dialogs.askedWhileLeaving(TAB)).toBe(1);
  expect(await dialogs.leave(TAB)).toBe(true);
  expect(dialogs.askedWhileLeaving(TAB)).toBe(0);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await dialogs.leave(TAB)).toBe(false);
});

test("an answer is refused if no dialog waits", async () => {
  const { dialogs } = book();
  await expect(dialogs.answer(TAB, { accept: true })).rejects.toThrow(WebservError);
});

test("dialogs of unknown kinds, and of tabs that are nobody's, are left alone", () => {
  const { sent, open } = book();
  open("new kind");
  const foreign = book(null);
  foreign.open("alert");
  expect([...sent, ...foreign.sent]).toEqual([]);
});

test("dialogs without end are answered all, and kept up to a limit", () => {
  const { dialogs, sent, open } = book();
  for (let count = 0; count < MAX_DIALOGS + 7; count++) open("alert", String(count));
  expect(sent).toHaveLength(MAX_DIALOGS + 7);
  const { dialogs: kept, unlisted } = dialogs.take(TAB);
  expect([kept.length, kept[0]?.message, unlisted]).toEqual([MAX_DIALOGS, "0", 7]);
  expect(dialogs.take(TAB)).toEqual({ dialogs: [], unlisted: 0 });
});

test("equal dialogs that were answered one after another are told once, with their number", () => {
  const { dialogs, open } = book();
  for (const message of ["Again", "Again", "Again", "Enough", "Again"]) open("alert", message);
  expect(dialogs.take(TAB).dialogs).toMatchObject([
    { message: "Again", times: 3 },
    { message: "Enough" },
    { message: "Again" },
  ]);
  expect(dialogs.take(TAB)).toEqual({ dialogs: [], unlisted: 0 });
});
