import { browserFlags } from "@webserv/host/src/browser/launch/browser-flags.ts";
import { expect, test } from "vitest";

const personal = { headless: true, kind: "personal", userDataDir: "/tmp/p" } as const;
const linux = { platform: "linux", root: false } as const;

test("the browser's own sandbox is off for root on Linux alone", () => {
  expect(browserFlags(personal, linux)).not.toContain("--no-sandbox");
  expect(browserFlags(personal, { ...linux, root: true })).toContain("--no-sandbox");
  expect(browserFlags(personal, { platform: "darwin", root: true })).not.toContain("--no-sandbox");
});

test("a training profile is given one proxy for everything, loopback and names included", () => {
  const flags = browserFlags({ ...personal, kind: "training", proxyPort: 4321 }, linux);
  expect(flags).toContain("--proxy-server=127.0.0.1:4321");
  expect(flags).toContain("--proxy-bypass-list=<-loopback>");
  expect(flags).toContain("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
  expect(flags).toContain("--webrtc-ip-handling-policy=disable_non_proxied_udp");
  expect(flags).toContain("--disable-quic");
});

test("a personal profile keeps its own way to the network", () => {
  const flags = browserFlags(personal, linux).join(" ");
  expect(flags).not.toContain("--proxy-server");
  expect(flags).not.toContain("--host-resolver-rules");
});

test("pages can't tell from navigator.webdriver that they are driven", () => {
  expect(browserFlags(personal, linux)).not.toContain("--enable-automation");
});

test("a browser is launched without a window only if that is asked for", () => {
  expect(browserFlags(personal, linux)).toContain("--headless=new");
  expect(browserFlags({ ...personal, headless: false }, linux).join(" ")).not.toContain(
    "--headless",
  );
});
