import { describe, expect, test } from "vitest";

import { SecretWords } from "@webserv/shared/model/text/secret-words.ts";
import { toldAction, withheldAction } from "@webserv/shared/model/recorded-action.ts";
import { addressWithoutUserInfo, withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import { assertSame } from "@webserv/host/src/session/actions/action-ledger.ts";
import { reportedAction } from "@webserv/host/src/session/actions/reported-step.ts";

describe("the sign-in of an address", () => {
  test.each([
    ["https://me:hunter2@a.test/x?y#z", "https://a.test/x?y#z"],
    ["HTTP://me@a.test", "HTTP://a.test"],
    ["http:me:hunter2@a.test", "http:a.test"],
    ["//me:hunter2@a.test/", "//a.test/"],
    ["me:hunter2@a.test:8080/", "a.test:8080/"],
    [" me:a@b:hun@ter2@a.test/@x", " a.test/@x"],
    ["/@me/hunter2", "/@me/hunter2"],
    ["a.test/@me", "a.test/@me"],
    ["https://a.test/?q=me@b", "https://a.test/?q=me@b"],
    ["mailto:me@a.test", "mailto:me@a.test"],
  ])("the address %s is told as %s", (address, told) => {
    expect(addressWithoutUserInfo(address)).toBe(told);
    const action = { type: "goto", url: address } as const;
    expect(toldAction(action)).toEqual({ type: "goto", url: told });
    expect(withheldAction(action, "unsure")).toEqual({ type: "goto", url: told });
    expect(reportedAction(action, action)).toEqual({ type: "goto", url: told });
    expect(toldAction({ type: "new_tab", url: address })).toEqual({ type: "new_tab", url: told });
    // A daemon that was started anew knows the action by its record.
    assertSame("a", withheldAction(action, "unsure"), action);
  });

  test("the sign-in of an address is left out of a text that names the address", () => {
    const text = 'no answer of "https://me:hunter2@a.test/": ws://x@b.test, me@c.test';
    expect(withoutUserInfo(text)).toBe('no answer of "https://a.test/": ws://b.test, me@c.test');
    expect(new SecretWords([]).maskText(text)).toBe(withoutUserInfo(text));
  });
});
