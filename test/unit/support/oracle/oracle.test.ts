import { describe, expect, test } from "vitest";

import { compare } from "../../../support/oracle/compare.ts";
import { truthOf } from "../../../support/oracle/truth.ts";
import { sightsOf } from "../../../support/oracle/visibility.ts";
import { samplePage } from "./sample-page.ts";
import type { Sample } from "./sample-page.ts";

/** What of the page is interactive, as `tag: evidence`. */
function truths(...body: readonly Sample[]): string[] {
  const facts = samplePage(...body);
  return truthOf(facts, sightsOf(facts)).map(
    ({ index, evidence }) => `${facts.elements[index]?.tag ?? ""}: ${evidence.join(", ")}`,
  );
}

const link: Sample = { tag: "a", attributes: { href: "/" }, focusable: true, role: "link" };
const button: Sample = { tag: "button", focusable: true, role: "button" };
const pointer = { cursor: "pointer" };

describe("elements that are interactive to the oracle", () => {
  test("controls, links with an address, editable elements and the summary of details are interactive to the oracle", () => {
    expect(
      truths(
        link,
        button,
        { tag: "input" },
        { tag: "div", attributes: { contenteditable: "true" } },
        { tag: "details", children: [{ tag: "summary" }] },
      ),
    ).toEqual(["a: native", "button: native", "input: native", "div: editable", "summary: native"]);
  });

  test("elements with a widget's role, and focusable ones that are no mere structure, are interactive to the oracle", () => {
    expect(
      truths(
        { tag: "div", role: "tab", attributes: { role: "tab" } },
        { tag: "div", focusable: true, attributes: { tabindex: "0" } },
        { tag: "div", role: "tabpanel", focusable: true, attributes: { tabindex: "0" } },
        { tag: "div", focusable: true, attributes: { tabindex: "-1" } },
      ),
    ).toEqual(["div: role", "div: tabindex"]);
  });

  test("elements that listen for clicks, and those where the pointer begins, are interactive to the oracle", () => {
    expect(
      truths(
        { tag: "div", listeners: ["click"] },
        { tag: "p", style: pointer, children: [{ tag: "b", style: pointer }] },
      ),
    ).toEqual(["div: listener", "p: pointer"]);
  });
});

describe("elements that are not interactive to the oracle", () => {
  test.each<[string, Sample]>([
    ["a link without address", { tag: "a" }],
    ["a hidden input", { tag: "input", attributes: { type: "hidden" } }],
    ["what is not laid out", { ...button, box: null }],
    ["what is disabled", { ...button, attributes: { disabled: "" } }],
    ["what is inert", { ...button, inert: true }],
    [
      "what takes no pointer",
      { tag: "div", listeners: ["click"], style: { "pointer-events": "none" } },
    ],
    ["what is invisible", { ...button, style: { visibility: "hidden" } }],
    ["a transparent text", { tag: "div", listeners: ["click"], style: { opacity: "0" } }],
    ["what lies left of the page", { ...link, box: [-2000, 0, 100, 20] }],
    ["a speck for screen readers", { ...link, box: [10, 10, 1, 1] }],
    [
      "what is clipped away",
      { ...link, style: { position: "absolute", clip: "rect(0px, 0px, 0px, 0px)" } },
    ],
    ["what only hears presses to drag", { tag: "div", listeners: ["pointerdown"] }],
    ["an option that its select tells", { tag: "option", role: "option" }],
  ])("the oracle does not take %s for interactive", (_, sample) => {
    expect(truths(sample)).toEqual([]);
  });

  test("a container that listens for what stands in it is not interactive to the oracle", () => {
    const around: Sample = { tag: "div", listeners: ["click"], children: [button, link] };
    expect(truths(around)).toEqual(["button: native", "a: native"]);
    expect(truths({ ...around, style: pointer })).toEqual(["button: native", "a: native"]);
    expect(truths({ ...around, children: [button] })).toEqual(["button: native"]);
  });

  test("what an overflow cuts off is not interactive to the oracle, unless it can be scrolled to", () => {
    const around = (overflow: string): Sample => ({
      tag: "div",
      box: [0, 0, 200, 50],
      style: { "overflow-x": overflow, "overflow-y": overflow },
      children: [{ ...button, box: [0, 100, 100, 20] }],
    });
    expect(truths(around("hidden"))).toEqual([]);
    expect(truths(around("auto"))).toEqual(["button: native"]);
  });

  test("a fixed element out of view is not interactive to the oracle", () => {
    const fixed: Sample = { ...button, box: [0, 900, 100, 20], style: { position: "fixed" } };
    expect(truths(fixed)).toEqual([]);
    expect(truths({ ...fixed, box: [0, 700, 100, 20] })).toEqual(["button: native"]);
  });
});

describe("a dialog over all that is in view", () => {
  const cover = (...children: readonly Sample[]): Sample => ({
    tag: "div",
    box: [0, 0, 1000, 800],
    style: { position: "fixed" },
    listeners: ["click"],
    children,
  });
  const dialog: Sample = { tag: "div", attributes: { role: "dialog" }, children: [button] };

  test("with a dialog over the whole view, neither what lies behind it nor its cover is interactive to the oracle", () => {
    expect(truths(link, cover(dialog))).toEqual(["button: native"]);
    expect(truths(link, dialog)).toEqual(["a: native", "button: native"]);
    expect(truths(link, { ...cover(dialog), box: [0, 0, 500, 800] })).toContain("a: native");
  });

  test("what lies behind a dialog is no extra if it is read", () => {
    const facts = samplePage(link, cover(dialog));
    expect(compare(facts, [{ node: 3, id: "behind" }])).toMatchObject({ truths: 1, extras: [] });
  });
});

test("a transparent control is interactive to the oracle", () => {
  expect(truths({ tag: "input", style: { opacity: "0" } })).toEqual(["input: native"]);
});

test("a transparent field that neither keyboard nor screen reader gets to is not interactive to the oracle", () => {
  const field: Sample = { tag: "input", style: { opacity: "0" } };
  const attributes = { tabindex: "-1", "aria-hidden": "true" };
  expect(truths({ ...field, attributes })).toEqual([]);
  expect(truths({ ...field, attributes: { tabindex: "-1" } })).toEqual(["input: native"]);
});

test("an inline link without a size is interactive to the oracle if what stands in it has one", () => {
  expect(
    truths({ ...link, box: [0, 0, 0, 0], children: [{ tag: "img", box: [0, 0, 80, 80] }] }),
  ).toEqual(["a: native"]);
});

describe("a comparison with the oracle", () => {
  /** Nodes: 1 html, 2 body, 3 the first of `body`, and so on. */
  function comparison(body: readonly Sample[], ...nodes: readonly number[]) {
    const read = nodes.map((node) => ({ node, id: `id-${node}` }));
    return compare(samplePage(...body), read);
  }

  test("a comparison with the oracle counts what was found, and tells what was missed and why", () => {
    expect(comparison([button, link], 3)).toEqual({
      truths: 2,
      found: 1,
      read: 1,
      right: 1,
      misses: [{ element: '<a href="/"> at 10,90 100×20', why: "native" }],
      extras: [],
    });
  });

  test("a comparison with the oracle tells what the reading has and nobody can see or use", () => {
    expect(comparison([{ tag: "p" }, { ...button, box: null }], 3, 4).extras).toEqual([
      { id: "id-3", element: "<p> at 10,60 100×20", why: "nothing says that it is interactive" },
      { id: "id-4", element: "<button> at 0,0 0×0", why: "not laid out" },
    ]);
  });

  test("a comparison with the oracle takes a label for its control, and a control for its label", () => {
    const hidden: Sample = { tag: "input", attributes: { id: "x" }, style: { opacity: "0" } };
    const label: Sample = { tag: "label", attributes: { for: "x" }, style: pointer };
    expect(comparison([hidden, label], 4)).toMatchObject({ truths: 2, found: 2, right: 1 });
    expect(comparison([hidden, label], 3)).toMatchObject({ truths: 2, found: 2, right: 1 });
    expect(comparison([label, hidden])).toMatchObject({ truths: 2, found: 0 });
  });

  test("a comparison with the oracle takes a label for the drawn control that says it is labelled by it", () => {
    const drawn: Sample = { tag: "span", attributes: { role: "radio", "aria-labelledby": "l" } };
    const label: Sample = { tag: "label", attributes: { id: "l" }, style: pointer };
    const radio: Sample = { ...drawn, role: "radio" };
    expect(comparison([radio, label], 3)).toMatchObject({ truths: 2, found: 2 });
    expect(comparison([{ ...radio, attributes: { role: "radio" } }, label], 3)).toMatchObject({
      truths: 2,
      found: 1,
    });
  });

  test("a comparison with the oracle takes a one-line box around a field for the field, and no larger one", () => {
    const field: Sample = { tag: "input", box: [20, 70, 400, 18] };
    const around = (height: number): Sample => ({
      tag: "div",
      box: [10, 79 - height / 2, 500, height],
      style: pointer,
      children: [field],
    });
    expect(comparison([around(40)], 4)).toMatchObject({ truths: 2, found: 2 });
    expect(comparison([around(100)], 4)).toMatchObject({ truths: 2, found: 1 });
  });

  test("a comparison with the oracle takes a wrapper for the one control that fills it, not for a smaller one", () => {
    const filled: Sample = { ...button, box: [10, 60, 100, 20] };
    const small: Sample = { ...button, box: [10, 60, 40, 20] };
    const wrapper: Sample = { tag: "div", box: [10, 60, 100, 20] };
    expect(comparison([{ ...wrapper, children: [filled] }], 3)).toMatchObject({
      found: 1,
      right: 1,
    });
    expect(comparison([{ ...wrapper, children: [small] }], 3)).toMatchObject({
      found: 0,
      right: 0,
    });
  });

  test("a comparison with the oracle does not blame a reading for a disabled control that it tells of", () => {
    expect(comparison([{ ...button, disabled: true }], 3)).toMatchObject({ truths: 0, extras: [] });
  });
});
