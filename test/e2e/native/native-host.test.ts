// The native host between a browser and the daemon: frames good and bad, and the end of either side.
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readDaemonRecord } from "@webserv/host/src/reach/run-files.ts";
import {
  FrameDecoder,
  MAX_FRAME_FROM_BROWSER,
  MAX_FRAME_TO_BROWSER,
  encodeFrame,
} from "@webserv/shared/rpc/native-frames.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { startNativeHost } from "../../support/daemon/native-host.ts";
import type { NativeHost } from "../../support/daemon/native-host.ts";

function frame(message: unknown): Uint8Array {
  return encodeFrame(JSON.stringify(message), MAX_FRAME_FROM_BROWSER);
}

function hello(id: number, overrides: object = {}): unknown {
  const params = {
    protocol: protocolVersion,
    extensionVersion: "0.0.1",
    browserId: "b-1",
    browser: "Fake 1.0",
    workerId: "w-1",
    sessions: [],
    ...overrides,
  };
  return { jsonrpc: "2.0", id, method: "link.hello", params };
}

/** Collects the messages that come out of a native host: answers, or questions of the daemon's own. */
function messagesOf(host: NativeHost, kind: "answers" | "questions"): unknown[] {
  const decoder = new FrameDecoder(MAX_FRAME_TO_BROWSER);
  const messages: unknown[] = [];
  host.stdio.on("data", (bytes: Uint8Array) => {
    for (const body of decoder.push(bytes)) {
      const message: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
      if (typeof message !== "object" || message === null) continue;
      if ("method" in message === (kind === "questions")) messages.push(message);
    }
  });
  return messages;
}

/** The daemon's own questions are not what is tested here. */
const answersOf = (host: NativeHost): unknown[] => messagesOf(host, "answers");

function nativeLog(home: TestHome): string {
  const file = join(home.paths.logDir, "native-host.log");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

describe("a native host", () => {
  test("two native hosts that find no daemon start one and share it", async () => {
    await using home = await TestHome.make();
    const { home: dir } = home.paths;
    await using first = new FakeExtension({ home: dir });
    await using second = new FakeExtension({ home: dir });
    const [one, other] = await Promise.all([first.connect(), second.connect()]);
    expect(one.pid).toBe(other.pid);
    expect(readDaemonRecord(home.paths)?.pid).toBe(one.pid);
  });

  test("a native host exits when the browser closes its side", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    extension.host.process.stdin.end();
    expect(await extension.host.ended).toBe(0);
    expect(daemon.running).toBe(true);
    expect(nativeLog(home)).toContain("the browser closed");
  });

  test("a native host exits when the daemon goes", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    await daemon.kill();
    expect(await extension.host.ended).toBe(0);
    expect(nativeLog(home)).toContain("the daemon closed");
  });

  test("a native host exits when the browser goes while no daemon can be reached", async () => {
    await using home = await TestHome.make();
    // A daemon that holds the home and never serves: the lock's holder is this test.
    const { lockHome } = await import("@webserv/host/src/reach/lock.ts");
    const { makeFolders } = await import("@webserv/host/src/reach/run-files.ts");
    makeFolders(home.paths);
    const lock = lockHome(join(home.paths.runDir, "daemon.lock"));
    const host = startNativeHost({ home: home.paths.home });
    host.process.stdin.end();
    expect(await host.ended).toBe(0);
    lock?.release();
    // The daemon it started has the lock now, or is about to see it.
    await until(() => readDaemonRecord(home.paths) !== undefined, "the daemon serves");
  });

  test("a native host carries frames that come in one chunk, and one that comes byte by byte", async () => {
    await using home = await TestHome.make();
    await home.daemon();
    const host = startNativeHost({ home: home.paths.home });
    const answers = answersOf(host);
    const beat = (id: number): unknown => ({ jsonrpc: "2.0", id, method: "link.beat", params: {} });
    host.stdio.write(Buffer.concat([frame(hello(1)), frame(beat(2)), frame(beat(3))]));
    await until(() => answers.length === 3, "three answers");
    for (const byte of frame(beat(4))) host.stdio.write(Uint8Array.of(byte));
    await until(() => answers.length === 4, "a fourth answer");
    expect(answers).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, result: {} }]);
    host.process.kill();
    await host.ended;
  });

  test("a frame that announces too much ends the connection before it is read", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const host = startNativeHost({ home: home.paths.home });
    const header = Buffer.alloc(4);
    header.writeUInt32LE(MAX_FRAME_FROM_BROWSER + 1);
    host.stdio.write(Buffer.concat([header, Buffer.alloc(100)]));
    expect(await host.ended).toBe(0);
    expect(nativeLog(home)).toContain(`announces ${MAX_FRAME_FROM_BROWSER + 1} bytes`);
    expect(daemon.running).toBe(true);
  });

  test("a frame that is not JSON ends that connection, and no other", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using other = await FakeExtension.connect({ home: home.paths.home });
    const host = startNativeHost({ home: home.paths.home });
    host.stdio.write(encodeFrame("{nonsense", MAX_FRAME_FROM_BROWSER));
    expect(await host.ended).toBe(0);
    expect(daemon.log).toContain("bad frame");
    expect(await other.peer.call("link.beat", {})).toEqual({});
  });

  test("a message cut off by the browser's end is noted on both sides", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const host = startNativeHost({ home: home.paths.home });
    const questions = messagesOf(host, "questions");
    host.stdio.write(frame(hello(1)));
    // After the hello; one that came later would find nobody, and the daemon would note that instead of the cut.
    await until(() => questions.length === 1, "the daemon asks for the sessions");
    host.process.stdin.end(frame({ jsonrpc: "2.0", id: 2, method: "link.beat" }).subarray(0, 20));
    expect(await host.ended).toBe(0);
    expect(nativeLog(home)).toContain("in the middle of a message");
    await until(() => daemon.log.includes("bytes into a frame"), "the daemon notes the cut");
  });

  test("an unknown method and bad params are answered, and the connection goes on", async () => {
    await using home = await TestHome.make();
    await home.daemon();
    const host = startNativeHost({ home: home.paths.home });
    const answers = answersOf(host);
    host.stdio.write(frame({ jsonrpc: "2.0", id: 1, method: "link.nonsense" }));
    host.stdio.write(frame(hello(2, { browserId: "" })));
    host.stdio.write(frame({ jsonrpc: "2.0", id: 3, method: "link.beat" }));
    host.stdio.write(frame(hello(4)));
    await until(() => answers.length === 4, "four answers");
    expect(answers).toMatchObject([
      { id: 1, error: { data: { code: "unknown-method" } } },
      { id: 2, error: { data: { code: "invalid-params" } } },
      { id: 3, error: { data: { code: "hello-first" } } },
      { id: 4, result: { kind: "personal" } },
    ]);
    expect(JSON.stringify(answers[1])).toContain('\\"browserId\\" is \\"\\"');
    host.process.kill();
    await host.ended;
  });

  test("an extension of another major version is refused and told to update the daemon", async () => {
    await using home = await TestHome.make();
    await home.daemon();
    await using extension = new FakeExtension({ home: home.paths.home });
    await expect(extension.connect({ protocol: { major: 99, minor: 0 } })).rejects.toMatchObject({
      code: "version-mismatch",
      next: "Update the daemon.",
    });
  });

  test("another extension's messages go nowhere", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const origin = `chrome-extension://${"a".repeat(32)}/`;
    const host = startNativeHost({ home: home.paths.home, origin });
    expect(await host.ended).toBe(0);
    expect(daemon.log).toContain("is not the WebServ extension");
  });

  test("a connection that does not say who it is gets no further", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const socket = connect(home.paths.socket);
    socket.on("error", () => {});
    socket.write(frame(hello(1)));
    await until(
      () => socket.destroyed || socket.readableEnded || daemon.log.includes("no preface"),
      "the refusal",
    );
    expect(daemon.log).toContain('no preface: \\"preface\\" is missing');
    expect(isRunning(daemon.pid)).toBe(true);
    socket.destroy();
  });
});
