import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";
import { findBrowsers } from "@webserv/host/src/browser/installed/find-browser.ts";
import { expect, test } from "vitest";

import { pretend } from "./pretended-machine.ts";

test("on Linux, programs in PATH and in the usual folders are found, the stable ones first", async () => {
  const machine = pretend({
    platform: "linux",
    env: { PATH: "/usr/bin:/opt/own" },
    paths: [
      "/opt/own/brave-browser",
      "/usr/bin/google-chrome-beta",
      "/usr/bin/chromium",
      "/opt/google/chrome/chrome",
      "/usr/bin/microsoft-edge",
    ],
    versions: { "/usr/bin/chromium": "Chromium 156.0.8078.79 built on Debian GNU/Linux 12" },
  });
  const found = await findBrowsers(machine);
  expect(found.map(({ name, executable }) => [name, executable])).toEqual([
    ["Chrome", "/opt/google/chrome/chrome"],
    ["Chromium", "/usr/bin/chromium"],
    ["Edge", "/usr/bin/microsoft-edge"],
    ["Brave", "/opt/own/brave-browser"],
    ["Chrome Beta", "/usr/bin/google-chrome-beta"],
  ]);
  expect(found[1]).toMatchObject({
    version: "156.0.8078.79",
    userDataDir: "/home/ada/.config/chromium",
    packaging: "system",
  });
  expect(found[3]?.userDataDir).toBe("/home/ada/.config/BraveSoftware/Brave-Browser");
  expect(found[4]).toMatchObject({
    channel: "beta",
    userDataDir: "/home/ada/.config/google-chrome-beta",
  });
});

test("two names of one program are one browser", async () => {
  const machine = pretend({
    platform: "linux",
    paths: ["/usr/bin/google-chrome-stable", "/opt/google/chrome/chrome"],
    links: { "/usr/bin/google-chrome-stable": "/opt/google/chrome/chrome" },
    env: { WEBSERV_BROWSER: "/opt/google/chrome/chrome" },
  });
  const found = await findBrowsers(machine);
  expect(found.map(({ executable }) => executable)).toEqual(["/opt/google/chrome/chrome"]);
});

test("on macOS, applications of the machine and of the user are found", async () => {
  const machine = pretend({
    platform: "darwin",
    home: "/Users/ada",
    paths: [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
      "/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary",
    ],
  });
  const found = await findBrowsers(machine);
  expect(found.map(({ name, userDataDir }) => [name, userDataDir])).toEqual([
    ["Chrome", "/Users/ada/Library/Application Support/Google/Chrome"],
    ["Edge", "/Users/ada/Library/Application Support/Microsoft Edge"],
    ["Chrome Canary", "/Users/ada/Library/Application Support/Google/Chrome Canary"],
  ]);
});

test("on Windows, the version is read from the program's folder and nothing is started", async () => {
  const machine = pretend({
    platform: "win32",
    home: "C:\\Users\\ada",
    env: { PROGRAMFILES: "C:\\Program Files", LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" },
    paths: [
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
      "C:\\Program Files\\Google\\Chrome\\Application\\99.0.1.2\\chrome.dll",
      "C:\\Program Files\\Google\\Chrome\\Application\\140.0.7339.81\\chrome.dll",
      "C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe",
    ],
  });
  const found = await findBrowsers({
    ...machine,
    run: () => Promise.reject(new Error("a browser was started")),
  });
  expect(found).toMatchObject([
    {
      name: "Chrome",
      version: "140.0.7339.81",
      userDataDir: "C:\\Users\\ada\\AppData\\Local\\Google\\Chrome\\User Data",
    },
    { name: "Chromium", version: undefined },
  ]);
});

test("a snap behind an ordinary name is known as a snap", async () => {
  const machine = pretend({
    platform: "linux",
    paths: ["/usr/bin/chromium-browser", "/snap/bin/chromium"],
    links: { "/snap/bin/chromium": "/usr/bin/snap" },
    texts: { "/usr/bin/chromium-browser": '#!/bin/sh\nexec /snap/bin/chromium "$@"\n' },
  });
  expect(await findBrowsers(machine)).toMatchObject([
    {
      executable: "/snap/bin/chromium",
      packaging: "snap",
      userDataDir: "/home/ada/snap/chromium/common/chromium",
    },
  ]);
});

test("a flatpak is found and comes after what runs unconfined", async () => {
  const machine = pretend({
    platform: "linux",
    paths: ["/var/lib/flatpak/exports/bin/com.google.Chrome", "/usr/bin/brave-browser"],
  });
  expect(await findBrowsers(machine)).toMatchObject([
    { name: "Brave", packaging: "system" },
    {
      name: "Chrome",
      packaging: "flatpak",
      userDataDir: "/home/ada/.var/app/com.google.Chrome/config/google-chrome",
    },
  ]);
});

test("puppeteer's download is found, the newest build first", async () => {
  const cache = "/home/ada/.cache/puppeteer/chrome";
  const machine = pretend({
    platform: "linux",
    paths: [
      `${cache}/linux-99.0.1/chrome-linux64/chrome`,
      `${cache}/linux-140.0.1/chrome-linux64/chrome`,
    ],
  });
  const found = await findBrowsers(machine);
  expect(found.map(({ executable }) => executable)).toEqual([
    `${cache}/linux-140.0.1/chrome-linux64/chrome`,
    `${cache}/linux-99.0.1/chrome-linux64/chrome`,
  ]);
  expect(found[0]).toMatchObject({ name: "Chrome for Testing", loadExtensionFlag: true });
});

test("branded Chrome takes --load-extension only before version 137", async () => {
  const path = "/usr/bin/google-chrome";
  const of = async (version: string) =>
    (
      await findBrowsers(
        pretend({
          platform: "linux",
          paths: [path],
          versions: { [path]: `Google Chrome ${version}` },
        }),
      )
    )[0]?.loadExtensionFlag;
  expect(await of("136.0.7103.59")).toBe(true);
  expect(await of("137.0.7151.40")).toBe(false);
});

test("WEBSERV_BROWSER comes before everything else, by path or by a name in PATH", async () => {
  const paths = ["/usr/bin/google-chrome", "/opt/mine/chromium"];
  const byPath = pretend({
    platform: "linux",
    paths,
    env: { WEBSERV_BROWSER: "/opt/mine/chromium" },
  });
  const byName = pretend({
    platform: "linux",
    paths,
    env: { WEBSERV_BROWSER: "chromium", PATH: "/opt/mine" },
  });
  for (const machine of [byPath, byName]) {
    expect((await findBrowsers(machine))[0]).toMatchObject({
      name: "Chromium",
      executable: "/opt/mine/chromium",
      userDataDir: "/home/ada/.config/chromium",
    });
  }
});

test("a WEBSERV_BROWSER that does not exist is an error and not passed over", async () => {
  const machine = pretend({
    platform: "linux",
    paths: ["/usr/bin/chromium"],
    env: { WEBSERV_BROWSER: "/opt/gone/chrome" },
  });
  await expect(findBrowsers(machine)).rejects.toThrow('"/opt/gone/chrome", which does not exist');
});

test("to launch, a confined browser is refused with the reason", async () => {
  const machine = pretend({ platform: "linux", paths: ["/snap/bin/chromium"] });
  const choice = chooseBrowser(undefined, machine);
  await expect(choice).rejects.toMatchObject({ code: "browser-not-found" });
  await expect(choice).rejects.toThrow("Chromium is a snap");
});

test("to launch, the executable named wins over WEBSERV_BROWSER", async () => {
  const machine = pretend({
    platform: "linux",
    paths: ["/usr/bin/chromium", "/usr/bin/google-chrome"],
    env: { WEBSERV_BROWSER: "/usr/bin/google-chrome" },
  });
  expect((await chooseBrowser("/usr/bin/chromium", machine)).name).toBe("Chromium");
  expect((await chooseBrowser(undefined, machine)).name).toBe("Chrome");
});
