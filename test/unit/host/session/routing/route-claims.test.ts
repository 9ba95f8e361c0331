import { describe, expect, test } from "vitest";

import { assertHostsDiffer, RouteClaims } from "@webserv/host/src/session/routing/route-claims.ts";
import type { RouteClaim } from "@webserv/host/src/session/routing/route-claims.ts";

const store = (sandboxId: string): RouteClaim => ({
  site: "store",
  sandboxId,
  hosts: [{ host: "store.test", port: 80 }],
});

describe("route claims", () => {
  test("two sessions of a browser can't show two sandboxes under one host", () => {
    const claims = new RouteClaims();
    claims.claim("b", "s1", [store("one")]);
    expect(() => claims.claim("b", "s2", [store("two")])).toThrow(
      expect.objectContaining({ code: "site-taken" }),
    );
    expect(() => claims.claim("other", "s2", [store("two")])).not.toThrow();
  });

  test("two sites that share a host and its port can't be shown in one browser", () => {
    const claims = new RouteClaims();
    claims.claim("b", "s1", [store("one")]);
    const rival = { ...store("two"), site: "rival" };
    expect(() => claims.claim("b", "s2", [rival])).toThrow(
      expect.objectContaining({ code: "site-taken" }),
    );
    const elsewhere = { ...rival, hosts: [{ host: "store.test", port: 81 }] };
    expect(() => claims.claim("b", "s2", [elsewhere])).not.toThrow();
  });

  test("one sandbox may be shown to several sessions, until the last of them ends", () => {
    const claims = new RouteClaims();
    claims.claim("b", "s1", [store("one")]);
    claims.claim("b", "s2", [store("one")]);
    claims.release("b", "s1");
    expect(() => claims.claim("b", "s3", [store("two")])).toThrow(
      expect.objectContaining({ code: "site-taken" }),
    );
    claims.release("b", "s2");
    expect(() => claims.claim("b", "s3", [store("two")])).not.toThrow();
  });

  test("a session that claims two sandboxes of one site is refused in words", () => {
    const claims = new RouteClaims();
    expect(() => claims.claim("b", "s1", [store("one"), store("two")])).toThrow(
      "a session sees one sandbox of the site",
    );
  });

  test("sandboxes that are to be seen together and share a host are refused by that host's name", () => {
    const rival = { ...store("two"), site: "rival" };
    expect(() => assertHostsDiffer([store("one"), rival])).toThrow(
      'the sites "store" and "rival" have the host store.test in common',
    );
    const [first, second] = [store("one"), rival].map((claim) => ({
      ...claim,
      hosts: [{ host: "store.test", port: 8080 }],
    }));
    if (first === undefined || second === undefined) throw new Error("two claims were made");
    expect(() => assertHostsDiffer([first, second])).toThrow("the host store.test:8080");
    expect(() => assertHostsDiffer([store("one"), first])).not.toThrow();
    expect(() => assertHostsDiffer([first, first])).not.toThrow();
  });

  test("a refused claim leaves nothing claimed", () => {
    const claims = new RouteClaims();
    const counter = { site: "counter", sandboxId: "c", hosts: [{ host: "c.test", port: 80 }] };
    claims.claim("b", "s1", [store("one")]);
    expect(() => claims.claim("b", "s2", [counter, store("two")])).toThrow(
      expect.objectContaining({ code: "site-taken" }),
    );
    expect(claims.of("b")).toHaveLength(1);
    expect(claims.browsersOf("c")).toEqual([]);
    expect(claims.browsersOf("one")).toEqual(["b"]);
  });
});
