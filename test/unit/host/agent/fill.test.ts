import { fill } from "@webserv/host/src/agent/fill.ts";
import type { Asked } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { describe, expect, test } from "vitest";

/** A page whose fields are disabled for as many tries as `disabled` says. */
class Form {
  readonly acts: string[] = [];
  /** Says of each act whether the page is reported with it. */
  readonly told: boolean[] = [];
  readonly #disabled: Map<string, number>;

  constructor(disabled: Readonly<Record<string, number>> = {}) {
    this.#disabled = new Map(Object.entries(disabled));
  }

  act(action: Asked, later: boolean): Promise<Step> {
    this.told.push(!later);
    const id = "id" in action && typeof action.id === "string" ? action.id : "";
    this.acts.push(`${action.type} ${id}`);
    const left = this.#disabled.get(id) ?? 0;
    this.#disabled.set(id, left - 1);
    return Promise.resolve(stepOf(this.acts.length, left > 0 ? "disabled" : undefined));
  }

  changes(): Promise<Observation> {
    return Promise.reject(new Error("nobody asks"));
  }
}

function stepOf(step: number, code: "disabled" | undefined): Step {
  return {
    actionId: `a-${step}`,
    step,
    sessionId: "s",
    status: code === undefined ? "done" : "failed",
    action: { type: "clear", id: "any" },
    input: "trusted",
    effects: {},
    settle: null,
    times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
    observation: null,
    roundTripMs: 1,
    ...(code === undefined
      ? {}
      : { error: { code, message: "it is disabled", next: "Wait.", details: {} } }),
  };
}

describe("fill", () => {
  test("carries out one action for each field, in order", async () => {
    const form = new Form();
    const fields = [
      { id: "land", options: ["US"] },
      { id: "city", text: "Lima" },
      { id: "news", checked: true },
    ];
    const { steps } = await fill(form, fields);
    expect(form.acts).toEqual(["select land", "type city", "check news"]);
    expect(steps.map(({ status }) => status)).toEqual(["done", "done", "done"]);
  });

  test("reports the page with the last field", async () => {
    const form = new Form();
    await fill(form, [
      { id: "land", options: ["US"] },
      { id: "city", text: "Lima" },
    ]);
    expect(form.told).toEqual([false, true]);
  });

  test("quietly, reports no page with any field, nor for one that can't be filled in", async () => {
    const form = new Form({ land: 1 });
    const { last } = await fill(
      form,
      [
        { id: "land", options: ["US"] },
        { id: "city", text: "Lima" },
      ],
      true,
    );
    expect(form.acts).toEqual(["select land"]);
    expect(last.observation).toBeNull();
    await fill(form, [{ id: "city", text: "Lima" }], true);
    expect(form.told).toEqual([false, false]);
  });

  test("tries a field again that an earlier one may still enable, and counts it once", async () => {
    const form = new Form({ city: 2 });
    const { steps } = await fill(form, [
      { id: "land", options: ["US"] },
      { id: "city", text: "Lima" },
    ]);
    expect(form.acts).toEqual(["select land", "type city", "type city", "type city"]);
    expect(steps.map(({ status }) => status)).toEqual(["done", "done"]);
  });

  test("does not try the first field again, since nothing of this call enables it", async () => {
    const form = new Form({ city: 1 });
    const { last } = await fill(form, [{ id: "city", text: "Lima" }]);
    expect(form.acts).toEqual(["type city"]);
    expect(last.error?.code).toBe("disabled");
  });
});
