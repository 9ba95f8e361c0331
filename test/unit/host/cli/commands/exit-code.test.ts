import { runCommandLine } from "@webserv/host/src/cli/program.ts";
import { exitCodeFor } from "@webserv/host/src/cli/commands/exit-code.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { capture } from "./captured-output.ts";

beforeEach(() => vi.stubEnv("WEBSERV_HOME", "/tmp/webserv-no-such-home"));
afterEach(() => vi.unstubAllEnvs());

async function run(...args: string[]) {
  const { streams, out, err } = capture();
  const exitCode = await runCommandLine({ args, streams, signal: new AbortController().signal });
  return { exitCode, out: out(), err: err() };
}

test("errors are grouped by what a script can do about them", () => {
  expect(exitCodeFor("covered")).toBe(1);
  expect(exitCodeFor("invalid-params")).toBe(2);
  expect(exitCodeFor("no-browser")).toBe(3);
  expect(exitCodeFor("unknown-id")).toBe(4);
  expect(exitCodeFor("timeout")).toBe(5);
  expect(exitCodeFor("cancelled")).toBe(130);
});

test("help is exit code 0 and says what exit codes mean", async () => {
  const { exitCode, out } = await run("--help");
  expect(exitCode).toBe(0);
  expect(out).toContain("no daemon or no browser to talk to");
});

test.each([
  ["an unknown command", ["frobnicate"]],
  ["an unknown option", ["session", "list", "--frob"]],
  ["a missing argument", ["session", "close"]],
  ["a group without a command", ["session"]],
  ["a value that does not fit", ["session", "close", "not/an/id"]],
])("%s is exit code 2, said on stderr alone", async (_what, args) => {
  const { exitCode, out, err } = await run(...args);
  expect(exitCode).toBe(2);
  expect(out).toBe("");
  expect(err).not.toBe("");
});

test("the error of a wrong command line names the field and its value, as JSON if that is asked for", async () => {
  const { exitCode, out, err } = await run("session", "open", "--lease-ms", "soon", "--json");
  expect(exitCode).toBe(2);
  expect(err).toBe("");
  expect(JSON.parse(out)).toMatchObject({ error: { code: "invalid-params", details: {} } });
  expect(out).toMatch(/leaseMs.*soon/);
});

test("a daemon that does not run is exit code 3 if none is to be started", async () => {
  const { exitCode, err } = await run("daemon", "status");
  expect(exitCode).toBe(3);
  expect(err).toContain("webserv daemon start");
});

test("stopping a daemon that does not run is done already", async () => {
  const { exitCode, out } = await run("daemon", "stop", "--json");
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toEqual({ stopped: false });
});

test("a group without a command says so as JSON too, in plain words", async () => {
  const { exitCode, out } = await run("act", "--json");
  expect(exitCode).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ error: { message: "a command is missing" } });
});

test("a wrong command line says where help is", async () => {
  const { err } = await run("act", "frobnicate");
  expect(err).toContain("webserv help");
});

test("help of an action is the action's own", async () => {
  const { exitCode, out } = await run("help", "act", "click");
  expect(exitCode).toBe(0);
  expect(out).toContain("webserv act click [options] <id>");
});
