import { displayVariables, hasDisplay } from "@webserv/host/src/browser/launch/display.ts";
import { expect, test } from "vitest";

test("only the variables that a display needs are passed on, and none that is empty", () => {
  const env = { DISPLAY: ":0", XAUTHORITY: "", HOME: "/home/ada", LD_PRELOAD: "x.so" };
  expect(displayVariables(env)).toEqual({ DISPLAY: ":0" });
});

test.each([
  [{}, "linux", false],
  [{ XDG_RUNTIME_DIR: "/run/user/1", XAUTHORITY: "/x" }, "linux", false],
  [{ DISPLAY: ":0" }, "linux", true],
  [{ DISPLAY: "", WAYLAND_DISPLAY: "wayland-0" }, "linux", true],
  [{}, "darwin", true],
  [{}, "win32", true],
] as const)("with %o on %s a window can open: %s", (env, platform, expected) => {
  expect(hasDisplay(env, platform)).toBe(expected);
});
