import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import type { InstalledBrowser } from "@webserv/host/src/browser/installed/find-browser.ts";
import {
  nativeManifest,
  shellLauncher,
} from "@webserv/host/src/browser/installed/native-manifest.ts";
import {
  browsersCheck,
  daemonCheck,
  nativeHostCheck,
} from "@webserv/host/src/cli/doctor/chain-checks.ts";
import { formatFindings, runChecks } from "@webserv/host/src/cli/doctor/doctor-command.ts";
import { incusCheck } from "@webserv/host/src/cli/doctor/incus-checks.ts";
import type { Check, Finding } from "@webserv/host/src/cli/doctor/doctor-finding.ts";
import type { DoctorContext } from "@webserv/host/src/cli/doctor/doctor-context.ts";
import {
  diskCheck,
  homeCheck,
  nodeCheck,
  packageCheck,
  proxyCheck,
  socketCheck,
  tokenCheck,
} from "@webserv/host/src/cli/doctor/machine-checks.ts";
import { Output } from "@webserv/host/src/cli/commands/output.ts";
import { pathsFor } from "@webserv/host/src/paths.ts";
import {
  answerTimeout,
  brokenOff,
  refusal,
  unreachable,
} from "@webserv/host/src/sandbox/incus/client/transport/errors.ts";
import { errorCatalogue, isErrorCode, WebservError } from "@webserv/shared/errors/errors.ts";
import { expect, test } from "vitest";

const paths = pathsFor("/home/ada/ws");
const chromium: InstalledBrowser = {
  name: "Chromium",
  family: "chromium",
  channel: "stable",
  executable: "/usr/bin/chromium",
  version: "156.0",
  userDataDir: "/home/ada/.config/chromium",
  packaging: "system",
  loadExtensionFlag: true,
};
const manifestFile = "/home/ada/.config/chromium/NativeMessagingHosts/dev.webserv.host.json";
const launcher = "/home/ada/ws/native/webserv-native-host";
const script = { node: "/opt/node", program: "/opt/native.js", home: paths.home };

/** A machine on which all is well. */
function healthy(changes: Partial<DoctorContext> = {}): DoctorContext {
  const files: Record<string, string> = {
    [manifestFile]: JSON.stringify(nativeManifest(launcher)),
    [launcher]: shellLauncher(script),
  };
  return {
    platform: "linux",
    env: {},
    nodeVersion: "24.1.0",
    hostVersion: "0.1.0",
    paths,
    packaged: ["/opt/native.js"],
    settings: {
      output: new Output(true),
      signal: new AbortController().signal,
      timeoutMs: undefined,
    },
    daemon: new WebservError("daemon-unreachable", "no daemon answers"),
    launch: false,
    exists: () => true,
    mode: () => 0o600,
    isWritable: () => true,
    freeBytes: () => 5e10,
    read: (file) => files[file],
    registryKey: () => Promise.resolve(undefined),
    browsers: () => Promise.resolve([chromium]),
    incus: () => Promise.resolve({ kind: "none", socketPath: "/var/lib/incus/unix.socket" }),
    probeLauncher: () => Promise.resolve("hello-first"),
    ...changes,
  };
}

async function only(check: Check, changes: Partial<DoctorContext> = {}) {
  const [first, ...others] = await check(healthy(changes));
  if (first === undefined || others.length > 0) throw new Error("one finding was expected");
  return first;
}

test("a check that throws has failed, under its name in words", async () => {
  const browsers = () => Promise.reject(new WebservError("browser-not-found", "none at /gone"));
  const findings = await runChecks([browsersCheck, nativeHostCheck], healthy({ browsers }));
  expect(findings.map(({ check, status, found }) => [check, status, found])).toEqual([
    ["browsers", "fail", "none at /gone"],
    ["native host", "fail", "none at /gone"],
  ]);
});

test("a healthy machine passes every check that needs no daemon", async () => {
  const checks = [nodeCheck, packageCheck, homeCheck, socketCheck, tokenCheck, diskCheck];
  const findings = await runChecks(
    [...checks, proxyCheck, browsersCheck, nativeHostCheck],
    healthy(),
  );
  expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
});

test.each<[string, Check, Partial<DoctorContext>, string]>([
  ["an old Node", nodeCheck, { nodeVersion: "22.17.1" }, "22.17.1"],
  ["a file missing from the package", packageCheck, { exists: () => false }, "/opt/native.js"],
  ["a home that can't be written to", homeCheck, { isWritable: () => false }, "/home/ada/ws"],
  ["a token others may read", tokenCheck, { mode: () => 0o644 }, "644"],
  ["a full disk", diskCheck, { freeBytes: () => 1e6 }, "1 MiB"],
  ["no browser at all", browsersCheck, { browsers: () => Promise.resolve([]) }, "Chrome"],
  ["a daemon that does not start", daemonCheck, {}, "no daemon answers"],
])("%s is a failure, with its value and what to do", async (_what, check, changes, value) => {
  const { status, found, next } = await only(check, changes);
  expect([status, found.includes(value), next === ""]).toEqual(["fail", true, false]);
});

test.each<[string, Check, Partial<DoctorContext>, Finding["status"]]>([
  ["a run folder others may look into", homeCheck, { mode: () => 0o755 }, "warn"],
  ["little disk space", diskCheck, { freeBytes: () => 5e8 }, "warn"],
  ["a proxy that would catch loopback", proxyCheck, { env: { http_proxy: "http://p:1" } }, "warn"],
  [
    "a proxy with loopback exempt",
    proxyCheck,
    { env: { http_proxy: "http://p:1", no_proxy: "localhost, 127.0.0.1" } },
    "ok",
  ],
  ["a token not made yet", tokenCheck, { mode: () => undefined }, "skipped"],
  [
    "a browser that is a snap",
    browsersCheck,
    { browsers: () => Promise.resolve([{ ...chromium, packaging: "snap" }]) },
    "warn",
  ],
])("%s has a finding of the status $3", async (_what, check, changes, status) => {
  expect((await only(check, changes)).status).toBe(status);
});

function reading(files: Readonly<Record<string, string>>): Partial<DoctorContext> {
  const sound = healthy();
  return { read: (file) => files[file] ?? sound.read(file) };
}

test.each<[string, Partial<DoctorContext>, Finding["status"], string]>([
  ["no manifest", { read: () => undefined }, "skipped", "webserv install"],
  ["a manifest that is no JSON", reading({ [manifestFile]: "{" }), "fail", "no native manifest"],
  [
    "a manifest for another extension",
    reading({
      [manifestFile]: JSON.stringify({ ...nativeManifest(launcher), allowed_origins: [] }),
    }),
    "fail",
    EXTENSION_ORIGIN,
  ],
  [
    "a launcher that is gone",
    reading({ [manifestFile]: JSON.stringify(nativeManifest("/gone")) }),
    "fail",
    "/gone",
  ],
  ["a launcher of somebody else", reading({ [launcher]: "#!/bin/sh\n" }), "fail", "no launcher"],
  ["a Node that is gone", { exists: (path: string) => path !== "/opt/node" }, "fail", "/opt/node"],
  [
    "a launcher of another home",
    reading({ [launcher]: shellLauncher({ ...script, home: "/other" }) }),
    "warn",
    "/other",
  ],
  [
    "a launcher that does not answer",
    { probeLauncher: () => Promise.reject(new WebservError("timeout", "gave no answer")) },
    "fail",
    "gave no answer",
  ],
])("a native host with %s has a finding of the status $2", async (_what, changes, status, word) => {
  const finding = await only(nativeHostCheck, changes);
  expect([finding.status, finding.found.includes(word)]).toEqual([status, true]);
});

test("a check that breaks down is a failure and does not stop the others", async () => {
  const broken: Check = () => {
    throw new WebservError("internal", "out of order");
  };
  const findings = await runChecks([broken, nodeCheck], healthy());
  expect(findings.map(({ status }) => status)).toEqual(["fail", "ok"]);
  expect(formatFindings(findings)).toContain("1 ok, 0 to look at, 1 failed");
});

test.each(["daemon-unreachable", "launch-failed", "backend-unavailable"] as const)(
  "advice on %s that names the doctor alone becomes the advice to look into the logs",
  async (code) => {
    const daemon = new WebservError(code, "it ended at once");
    const found = await runChecks([daemonCheck], healthy({ daemon }));
    const browsers = () => Promise.reject(daemon);
    const thrown = await runChecks([browsersCheck], healthy({ browsers }));
    expect([...found, ...thrown].map(({ next }) => next)).toEqual([
      `Look into the logs in ${paths.logDir}.`,
      `Look into the logs in ${paths.logDir}.`,
    ]);
  },
);

test("what else an error advises is kept where its advice names the doctor", async () => {
  const words = { asked: "GET /1.0", words: "it broke", status: 0 };
  const errors = [
    unreachable("/x/unix.socket", words),
    refusal({ ...words, status: 503 }),
    refusal({ ...words, status: 404 }),
    refusal({ ...words, status: 500 }),
    answerTimeout("GET /1.0", 5000, undefined),
    brokenOff("GET /1.0", 200, new Error("it broke")),
    new WebservError("timeout", "no answer"),
    new WebservError("internal", "it broke", { next: "Look into x.log, or run `webserv doctor`." }),
  ];
  const advice: unknown[] = [];
  for (const error of errors) {
    const incus = () => Promise.resolve({ kind: "unreachable", error } as const);
    const [finding] = await runChecks([incusCheck], healthy({ incus }));
    advice.push(finding?.next);
  }
  expect(advice).toEqual([
    "Start Incus, or set it up with scripts/setup-incus.",
    "Wait until Incus has started, then try again.",
    "It is gone or was never made.",
    "Look into Incus's log and the daemon's.",
    "See whether the machine is overloaded or Incus hangs.",
    "See whether Incus is up, and what became of what was asked.",
    `Allow it more time (timeoutMs); if every call ends like this, look into the logs in ${paths.logDir}.`,
    "Look into x.log.",
  ]);
});

test.each(Object.keys(errorCatalogue).filter(isErrorCode))(
  "advice on %s never sends the reader of the doctor's findings to the doctor again",
  async (code) => {
    const browsers = () => Promise.reject(new WebservError(code, "it broke"));
    const [finding] = await runChecks([browsersCheck], healthy({ browsers }));
    expect(finding?.next).toMatch(/^[A-Z].*\.$/);
    expect(finding?.next).not.toContain("doctor");
  },
);
