import { expect, test } from "vitest";

import { InputShield } from "../../../../../extension/src/background/focus/input-shield.ts";

const [AGENT, OTHER] = [10, 11];

function shieldOf(...attached: readonly number[]) {
  const ignored = new Map<number, boolean>();
  const shield = new InputShield({
    ignoreInput: (tabId, ignore) => Promise.resolve(ignored.set(tabId, ignore)),
  });
  for (const tabId of attached) shield.attached(tabId);
  return { shield, ignored };
}

test("no input is kept out of a tab if there is no person", () => {
  const { shield, ignored } = shieldOf(AGENT);
  shield.act(AGENT)();
  expect(ignored).toEqual(new Map());
});

test("a shielded tab takes input only while an agent acts in it", () => {
  const { shield, ignored } = shieldOf(AGENT, OTHER);
  shield.raise();
  const letGo = shield.act(AGENT);
  expect(ignored).toEqual(
    new Map([
      [AGENT, false],
      [OTHER, true],
    ]),
  );
  letGo();
  expect(ignored.get(AGENT)).toBe(true);
});

test("a debugger that is attached anew in the middle of a step lets its input through", () => {
  const { shield, ignored } = shieldOf(AGENT);
  shield.raise();
  shield.act(AGENT);
  ignored.clear();
  shield.attached(AGENT);
  expect(ignored.get(AGENT)).toBe(false);
});

test("the tab that the person went to takes their input until they leave it", () => {
  const { shield, ignored } = shieldOf(AGENT);
  shield.raise();
  shield.personAt(AGENT);
  shield.act(AGENT)();
  expect(ignored.get(AGENT)).toBe(false);
  shield.personAt(1);
  expect(ignored.get(AGENT)).toBe(true);
  expect(ignored.has(1)).toBe(false);
});
