// The parts of the set-up of Incus that only read text and decide.
import { macOf } from "@webserv/host/src/sandbox/incus/clone/addresses.ts";
import { rangesIn, widthOfRoot } from "@webserv/host/src/sandbox/incus/set-up/id-ranges.ts";
import { expect, test } from "vitest";

import {
  missingCapabilities,
  missingIds,
} from "../../../../../../scripts/set-up/incus/machine/fitness.ts";
import { freeRange } from "../../../../../../scripts/set-up/incus/machine/id-ranges.ts";
import {
  backportsSource,
  debianMirror,
} from "../../../../../../scripts/set-up/incus/machine/mirror.ts";
import { parseOptions } from "../../../../../../scripts/set-up/incus/options.ts";
import {
  newPackagesIn,
  removedPackagesIn,
} from "../../../../../../scripts/set-up/incus/machine/packages.ts";

test("the mirror for backports is the one the machine uses, not the security archive", () => {
  const deb822 = `# A comment
Types: deb
URIs: http://security.example/debian-security
Suites: bookworm-security

Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Signed-By: /usr/share/keyrings/debian.gpg
`;
  const mirror = debianMirror("debian.sources", deb822);
  expect(mirror).toEqual({
    uri: "http://mirror.example/debian",
    signedBy: "/usr/share/keyrings/debian.gpg",
  });
  expect(
    backportsSource({ uri: "http://m/debian", signedBy: undefined }, "bookworm-backports"),
  ).toBe("Types: deb\nURIs: http://m/debian\nSuites: bookworm-backports\nComponents: main\n");
});

test("a mirror is also found in a source list of lines", () => {
  const lines = `deb-src http://src.example/debian bookworm main
deb [arch=amd64] https://node.example/node_20.x nodistro main
deb [signed-by=/k.gpg arch=amd64] https://m.example/debian/ bookworm main
`;
  const mirror = debianMirror("/etc/apt/sources.list", lines);
  expect(mirror).toEqual({ uri: "https://m.example/debian/", signedBy: "/k.gpg" });
  expect(
    debianMirror("/etc/apt/sources.list", "deb http://m.example/ubuntu noble main\n"),
  ).toBeUndefined();
});

test("a disabled source is no mirror", () => {
  const text = "Types: deb\nEnabled: no\nURIs: http://m.example/debian\nSuites: bookworm\n";
  expect(debianMirror("x.sources", text)).toBeUndefined();
});

test("a package that apt would install anew is ours to remove, and one that it would upgrade is not", () => {
  const plan = `Inst login [1:4.13+dfsg1-1] (1:4.13+dfsg1-2 Debian:12 [amd64])
Inst attr (1:2.5.1-4 Debian:12 [amd64])
Inst libc6:i386 (2.36 Debian:12 [i386])
Conf attr (1:2.5.1-4 Debian:12 [amd64])
`;
  expect(newPackagesIn(plan)).toEqual(["attr", "libc6:i386"]);
});

test("the packages that apt would take away are told apart from those that it brings", () => {
  const plan = `Remv busybox [1:1.35.0-4] [initramfs-tools-core:amd64 ]
Inst busybox-static (1:1.35.0-4 Debian:12 [amd64])
`;
  expect(removedPackagesIn(plan)).toEqual(["busybox"]);
  expect(newPackagesIn(plan)).toEqual(["busybox-static"]);
});

test("root's new range of ids begins after everybody's, and ends where ids do", () => {
  const ranges = rangesIn("# ids\nada:100000:65536\nbob:3000000000:65536\n");
  expect(ranges).toHaveLength(2);
  expect(freeRange(ranges)).toEqual({ first: 3_000_065_536, count: 1_000_000_000 });
  expect(freeRange([])).toEqual({ first: 1_000_000, count: 1_000_000_000 });
  const { first, count } = freeRange([{ owner: "ada", first: 4_000_000_000, count: 65_536 }]);
  expect(first + count).toBeLessThan(2 ** 32);
});

test.each([4_290_000_000, 4_294_967_295, 2 ** 33])(
  "a range of ids up to %d leaves root none, which is refused rather than written",
  (end) => {
    expect(() => freeRange([{ owner: "ada", first: 100_000, count: end - 100_000 }])).toThrow(
      `reach up to id ${end}`,
    );
  },
);

test("a range of ids of root's own counts, and another's does not", () => {
  expect(widthOfRoot(rangesIn("root:1000000:65536\nada:100000:5\n0:9000000:7\n"))).toBe(65_543);
});

test("an address has one MAC, which tells the address", () => {
  expect(macOf("10.87.1.255")).toBe("02:57:0a:57:01:ff");
});

test("root of a container is told which capabilities and how many ids it lacks", () => {
  expect(missingCapabilities("CapEff:\t000001ffffffffff\n")).toEqual([]);
  expect(missingCapabilities("CapEff:\t00000000a80425fb\n")).toHaveLength(1);
  expect(missingIds("         0          0 4294967295\n")).toEqual([]);
  expect(missingIds("0 100000 65536\n")).toEqual(["user ids to give to containers (it has 65536)"]);
});

test("the command line of the set-up is read whole", () => {
  expect(parseOptions([])).toEqual({
    action: "set up",
    set: "webserv",
    driver: undefined,
    sizeGiB: undefined,
    joinsGroup: true,
  });
  const all = "--name other --pool-driver zfs --pool-size 20 --no-group";
  expect(parseOptions(all.split(" "))).toEqual({
    action: "set up",
    set: "other",
    driver: "zfs",
    sizeGiB: 20,
    joinsGroup: false,
  });
});

test.each([
  [["--check", "--remove"], "--check and --remove"],
  [["--name", "a-name-too-long-for-a-bridge"], "1 to 14"],
  [["--name", "Upper"], "--name Upper"],
  [["--pool-driver", "lvm"], "btrfs, zfs, dir"],
  [["--pool-size", "ten"], "--pool-size ten"],
  [["--verbose"], "Usage:"],
])("the command line %j is refused in words", (args, words) => {
  expect(() => parseOptions(args)).toThrow(words);
});
