import { describe, expect, test } from "vitest";

import { readLabels, writeLabels } from "@webserv/host/src/sandbox/incus/state/labels.ts";

describe("labels", () => {
  const labels = {
    owner: "me",
    kind: "template" as const,
    site: "shop",
    state: "whole" as const,
    image: "sha256:1",
    recipe: "abc",
  };

  test("labels that were written are read again, other keys aside", () => {
    const config = { ...writeLabels(labels), "limits.memory": "1GiB" };
    expect(readLabels(config, "me")).toEqual(labels);
  });

  test("an instance of another owner, of none, or with unknown labels has no labels of ours", () => {
    expect(readLabels(writeLabels(labels), "somebody else")).toBeUndefined();
    expect(readLabels({}, "me")).toBeUndefined();
    const strange = { ...writeLabels(labels), "user.webserv.kind": "spaceship" };
    expect(readLabels(strange, "me")).toBeUndefined();
  });
});
