import { pino } from "pino";
import { expect, test } from "vitest";

import { backendEntries } from "@webserv/host/src/daemon/backend-entries.ts";
import { pathsFor } from "@webserv/host/src/paths.ts";
import { backendName } from "@webserv/shared/model/sandbox.ts";

const namesIn = (env: Record<string, string>): string[] =>
  backendEntries(pathsFor("/nowhere"), pino({ level: "silent" }), env).map(({ name }) => name);

test("a daemon has all backends there are if none are named, and prefers Incus", () => {
  const names = namesIn({});
  expect([...names].sort()).toEqual([...backendName.options].sort());
  expect(names[0]).toBe("incus");
});

test("a daemon has the backends that are named, in their order and once each", () => {
  expect(namesIn({ WEBSERV_BACKENDS: "local" })).toEqual(["local"]);
  expect(namesIn({ WEBSERV_BACKENDS: "local, incus,local" })).toEqual(["local", "incus"]);
});

test("a name that no backend has is refused, with the names that there are", () => {
  expect(() => namesIn({ WEBSERV_BACKENDS: "local,docker" })).toThrow(
    expect.objectContaining({
      code: "invalid-params",
      message: 'WEBSERV_BACKENDS is "local,docker": no backend is called "docker"',
      next: `Name one or more of ${backendName.options.join(", ")}, with commas between them.`,
    }),
  );
});
