import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";

let chromium: ExtensionBrowser;

beforeAll(async () => {
  chromium = await ExtensionBrowser.launch();
});
afterAll(async () => {
  await chromium.close();
});

test("the extension says hello and keeps a measured heartbeat", async () => {
  const { daemon } = chromium;
  await daemon.connected();
  const hello = daemon.hellos.at(-1);
  expect(hello?.extensionVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(hello?.browser).toMatch(/^\w.* \d+\./);
  expect(hello?.sessions).toEqual([]);
  await vi.waitFor(() => expect(daemon.beats).toBeGreaterThan(1), PATIENCE_MS);
});

test("after a lost connection the same browser comes back with the same worker", async () => {
  const { daemon } = chromium;
  await daemon.connected();
  const before = daemon.hellos.at(-1);
  daemon.drop();
  await daemon.connected();
  const after = daemon.hellos.at(-1);
  expect(after).not.toBe(before);
  expect(after?.browserId).toBe(before?.browserId);
  expect(after?.workerId).toBe(before?.workerId);
});

test("a worker that was stopped comes back as another worker of the same browser", async () => {
  const { daemon } = chromium;
  await daemon.connected();
  const before = daemon.hellos.at(-1);
  const panel = await chromium.openPanel();
  await chromium.stopWorker();
  await vi.waitFor(() => expect(daemon.hellos.at(-1)?.workerId).not.toBe(before?.workerId), {
    timeout: PATIENCE_MS,
  });
  expect(daemon.hellos.at(-1)?.browserId).toBe(before?.browserId);
  await panel.close();
});
