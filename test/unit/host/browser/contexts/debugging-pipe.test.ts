import { PassThrough } from "node:stream";

import { DebuggingPipe } from "@webserv/host/src/browser/contexts/debugging-pipe.ts";
import { expect, test } from "vitest";

function pipes() {
  const output = new PassThrough();
  const input = new PassThrough();
  return { output, input, pipe: new DebuggingPipe(output, input) };
}
const { signal } = new AbortController();

test("answers by the debugging pipe are put together from pieces and told apart from events", async () => {
  const { output, input, pipe } = pipes();
  const answer = pipe.send("Browser.getVersion", {}, signal);
  expect(String(output.read())).toBe('{"id":1,"method":"Browser.getVersion","params":{}}\0');
  input.write('{"method":"Target.created"}\0{"id":1,"resu');
  input.write('lt":{"product":"Chrome/1"}}\0');
  expect(await answer).toEqual({ product: "Chrome/1" });
});

test("a refusal by the debugging pipe is an error with the browser's words", async () => {
  const { input, pipe } = pipes();
  const answer = pipe.send("Extensions.loadUnpacked", {}, signal);
  input.write('{"id":1,"error":{"code":-32000,"message":"no such folder"}}\0');
  await expect(answer).rejects.toMatchObject({ code: "launch-failed" });
  await expect(answer).rejects.toThrow("no such folder");
});

test("a browser that goes away fails what waits, and what comes after", async () => {
  const { input, pipe } = pipes();
  const answer = pipe.send("Browser.getVersion", {}, signal);
  input.destroy();
  await expect(answer).rejects.toThrow("closed its debugging pipe");
  await expect(pipe.send("Browser.close", {}, signal)).rejects.toThrow("closed its debugging pipe");
});

test("an abort ends the wait for the debugging pipe's answer", async () => {
  const { pipe } = pipes();
  const abort = new AbortController();
  const answer = pipe.send("Browser.getVersion", {}, abort.signal);
  abort.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
});
