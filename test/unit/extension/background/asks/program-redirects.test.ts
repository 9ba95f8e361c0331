import { expect, test } from "vitest";

import { ProgramRedirects } from "../../../../../extension/src/background/asks/program-redirects.ts";

type Update = chrome.declarativeNetRequest.UpdateRuleOptions;

function redirectsOf(chromeVersion: number) {
  const updates: Update[] = [];
  const rules = {
    updateSessionRules: (options: Update) => Promise.resolve(void updates.push(options)),
  };
  const userAgent = `Mozilla/5.0 Chrome/${chromeVersion}.0.0.0 Safari/537.36`;
  const name = Promise.resolve("regular");
  return { redirects: new ProgramRedirects(rules, userAgent, name), updates };
}

test.each([
  ["tel:17", true],
  ["TEL:17", true],
  ["my-app:open", true],
  ["my-app://open/1", true],
  ["intent://open?u=https://elsewhere.test", true],
  ["mailto:a@b.test?subject=x:y", true],
  ["https://a.test/", false],
  ["/to/a:b", false],
  ["to/a:b", false],
  ["login?next=https://a.test/", false],
  ["#at:1", false],
  // It could be the path of a page as well.
  ["my-app://open?u=https://elsewhere.test", false],
])("that a server's redirect to %s is kept back is %s", (location, isKept) => {
  expect(redirectsOf(156).redirects.keeps(location)).toBe(isKept);
});

test("the rule against redirects to programs is for the tabs that agents act in, and goes with the last", async () => {
  const { redirects, updates } = redirectsOf(156);
  redirects.hold([2, 1]);
  redirects.hold([1, 2]);
  redirects.hold([]);
  await expect.poll(() => updates.length).toBe(2);
  const [first, last] = updates;
  expect(first?.addRules?.map(({ condition }) => condition.tabIds)).toEqual([[2, 1]]);
  expect(last?.addRules).toEqual([]);
  expect(last?.removeRuleIds).toEqual(first?.removeRuleIds);
});

test("a browser that knows no conditions on headers gets no rule against redirects to programs", () => {
  const { redirects, updates } = redirectsOf(127);
  redirects.hold([1]);
  expect(redirects.keeps("tel:17")).toBe(false);
  expect(updates).toEqual([]);
});
