// The README's TypeScript example, word for word, where nothing runs yet: no daemon and no browser.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";
import { packageRoot } from "@webserv/host/src/paths.ts";
import { expect, test } from "vitest";

import { TestHome } from "../../support/daemon/daemon.ts";

const run = promisify(execFile);

/** What the example finds at its address, which it is led to without a network. */
const page = `<title>Example Domain</title><h1>Example Domain</h1>
  <p id="said">Nothing was clicked.</p>
  <a href="#more" onclick="document.querySelector('#said').textContent = 'More is told.'">More information...</a>`;

async function example(): Promise<string> {
  const readme = await readFile(join(packageRoot, "README.md"), "utf8");
  return /### From a program\n+```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
}

/** A certificate of nobody's, with its key. */
async function certificate(folder: string): Promise<{ key: string; cert: string }> {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const how = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const names = ["-subj", "/CN=example.com", "-keyout", key, "-out", cert];
  await run("openssl", [...how.split(" "), ...names]);
  return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
}

test("the README's example opens a browser of its own, acts in it and ends", async () => {
  await using home = await TestHome.make("home");
  const folder = join(home.paths.home, "..");
  const server = createServer(await certificate(folder), (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { executable } = await chooseBrowser(undefined);
  const browser = join(folder, "chromium");
  const flags = `--host-resolver-rules="MAP example.com:443 127.0.0.1:${port}" --ignore-certificate-errors`;
  await writeFile(browser, `#!/bin/sh\nexec "${executable}" ${flags} "$@"\n`, { mode: 0o755 });
  await mkdir(join(folder, "node_modules"));
  await symlink(packageRoot, join(folder, "node_modules", "webserv-agent"), "dir");
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "example.ts"), await example());
  const { stdout } = await run(process.execPath, [join(folder, "example.ts")], {
    env: {
      ...process.env,
      WEBSERV_HOME: home.paths.home,
      WEBSERV_BACKENDS: "local",
      WEBSERV_BROWSER: browser,
      DISPLAY: "",
      WAYLAND_DISPLAY: "",
    },
  });
  expect(stdout).toMatch(/^done /);
  expect(stdout).toContain("More is told.");
  server.closeAllConnections();
  server.close();
});
