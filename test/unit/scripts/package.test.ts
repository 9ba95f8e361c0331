import manifest from "../../../package.json" with { type: "json" };
import host from "../../../host/package.json" with { type: "json" };
import { expect, test } from "vitest";

test("the package needs what the host needs, whose bundle and declarations it holds", () => {
  const outside = Object.entries(host.dependencies).filter(
    ([name]) => !name.startsWith("@webserv/"),
  );
  expect(manifest.dependencies).toEqual(Object.fromEntries(outside));
});
