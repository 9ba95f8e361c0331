import { describe, expect, test } from "vitest";

import {
  AddressPlan,
  addressOf,
  cloneAddresses,
  instanceOf,
  macOf,
  portOf,
} from "@webserv/host/src/sandbox/incus/clone/addresses.ts";

describe("addresses of clones", () => {
  test("a clone's name, MAC and port follow from its address, and the address from the name", () => {
    expect(instanceOf("10.87.1.25")).toBe("clone-10-87-1-25");
    expect(addressOf("clone-10-87-1-25")).toBe("10.87.1.25");
    expect(addressOf("tpl-shop-0123abcd")).toBeUndefined();
    expect(macOf("10.87.1.25")).toBe("02:57:0a:57:01:19");
    expect(portOf("10.87.16.254")).toBe("ws0a5710fe");
    const all = cloneAddresses("10.87");
    expect(new Set(all.map(portOf)).size).toBe(all.length);
    // An interface's name has at most 15 characters.
    expect(Math.max(...all.map((address) => portOf(address).length))).toBeLessThanOrEqual(15);
  });

  test("an address that was given back rests until many others have been used", () => {
    const plan = new AddressPlan("10.87.0.1/16");
    const first = plan.take();
    expect(first).toBe("10.87.1.1");
    plan.giveBack(first);
    const next = Array.from({ length: 400 }, () => plan.take());
    expect(next).not.toContain(first);
    expect(new Set(next).size).toBe(400);
  });

  test("an address that is claimed is never given out, and it is said if none is left", () => {
    const all = cloneAddresses("10.99");
    const plan = new AddressPlan("10.99.0.1/16");
    plan.claim("10.99.1.2");
    const taken = Array.from({ length: all.length - 1 }, () => plan.take());
    expect(new Set(taken)).toEqual(new Set(all.filter((address) => address !== "10.99.1.2")));
    expect(() => plan.take()).toThrow(expect.objectContaining({ code: "limit-reached" }));
    plan.giveBack("10.99.1.2");
    expect(plan.take()).toBe("10.99.1.2");
  });

  test("a bridge with another kind of address is refused with what to run", () => {
    expect(() => new AddressPlan("none")).toThrow(
      expect.objectContaining({
        code: "backend-unavailable",
        next: "Run sudo scripts/setup-incus.",
      }),
    );
  });
});
