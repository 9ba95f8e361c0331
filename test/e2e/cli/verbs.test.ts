// A task from a shell in one word a step, in the session that the shell has opened.
import { connect } from "@webserv/host/src/client/client.ts";
import { skillPage } from "@webserv/host/src/cli/verbs/skill-page.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { CommandLine } from "../../support/programs/command-line.ts";
import type { Finished } from "../../support/programs/command-line.ts";
import type { GreetingSite } from "../../support/pages/greeting-site.ts";
import { openGreetingSite } from "../../support/pages/greeting-site.ts";

let line: CommandLine;
let site: GreetingSite;
beforeAll(async () => {
  // No display: `open` launches its browser without a window.
  [line, site] = await Promise.all([
    CommandLine.open({ DISPLAY: "", WAYLAND_DISPLAY: "" }),
    openGreetingSite(),
  ]);
});
afterAll(async () => {
  site.close();
  await line.close();
});

/** Leaves no session to the next test. */
async function closeAll(): Promise<void> {
  const { sessions } = z
    .object({ sessions: z.array(z.object({ sessionId: z.string() })) })
    .parse(await line.json(["session", "list"]));
  for (const { sessionId } of sessions) await line.json(["close", "--session", sessionId]);
}

/** The shell's output where every command of `script` has succeeded. */
async function succeed(script: string): Promise<string> {
  const { exitCode, out, err } = await line.shell(`set -e\ncd "${line.folder}"\n${script}`);
  if (exitCode !== 0) throw new Error(`exit code ${exitCode}\n${out}${err}`);
  return out;
}

test("a shell alone fills a cart: nothing but `open` starts the daemon, the browser and the store", async () => {
  const out = await succeed(`
    webserv open --sites store
    webserv type search-the-shop backpack --enter
    webserv click products.alder-school-backpack
    webserv check capacity-required.18-l
    webserv check colour-forest.black
    webserv click add-to-cart
    webserv close
  `);
  expect(out).toMatch(/^opened s-/);
  expect(out).toContain(
    "\ndone type search-the-shop backpack · went to http://store.test/search?q=backpack",
  );
  const found = out.slice(out.indexOf("\ndone type search"), out.indexOf("\ndone click products"));
  expect(found).toContain('<nav aria-label="Departments"><!--unchanged--></nav>');
  expect(found).toContain('id="products.alder-school-backpack"');
  const added = out.slice(out.indexOf("\ndone click add-to-cart"));
  expect(added).toContain("Your cart (1 item)");
  expect(added).toContain("Alder School Backpack");
  expect(out).toMatch(/\nclosed s-\S+\n$/);
});

test("an action answers with what has changed, and says nothing of a page that has settled", async () => {
  const out = await succeed(`
    webserv open ${site.url}
    webserv type name Ada
    webserv click greet
    webserv hover greet
    webserv close
  `);
  const [, , clicked = "", hovered = ""] = out.split(/^(?=done )/m);
  expect(clicked).toMatch(/^done click greet.*\n/);
  expect(clicked).toContain("Good day, Ada!");
  expect(clicked).not.toContain("settled");
  expect(hovered).toMatch(/^done hover greet.*\nnothing changed on the page\n/);
});

test("nothing is left out as unchanged, or as told, that was not printed", async () => {
  const out = await succeed(`
    webserv open --sites store --quiet
    webserv click departments.bags --quiet
    webserv fill --check brand.lowland --quiet
    webserv click products.sort-by
    webserv close
  `);
  const page = out.slice(out.indexOf("\ndone click products.sort-by"));
  expect(page).not.toContain("unchanged");
  expect(page).not.toContain("\nchanged:");
  expect(page).toContain('id="departments.bags"');
});

test("a page that was not printed after a field could not be filled in is not taken for told", async () => {
  const out = await succeed(`
    webserv open --sites store
    webserv fill search-the-shop=tote missing=1 other=2 --quiet || :
    webserv hover departments.bags
    webserv close
  `);
  const [filled = "", hovered = ""] = out.split(/^(?=done hover)/m);
  expect(filled).toMatch(/\nfilled in 1 field\nfailed type missing.*\nerror: .*\nnext: .*\n$/);
  expect(hovered).toContain('value="tote"');
});

test("fill takes texts, options and boxes, and tells the page once", async () => {
  const out = await succeed(`
    webserv open --sites store
    webserv type search-the-shop backpack --enter --quiet
    webserv fill price.min-price=50 --option "products.sort-by=Price: low to high" --check brand.lowland
    webserv close
  `);
  const filled = out.slice(out.indexOf("\nfilled in 3 fields"));
  expect(filled).toContain('id="brand.lowland" type="checkbox" checked');
  expect(filled).toContain("<option selected>Price: low to high");
  expect(filled).toContain('value="50"');
  expect(filled.match(/^changed:$|brand.cragmark/gm)).toHaveLength(1);
});

test("look tells where links lead to if it is asked for addresses", async () => {
  const out = await succeed(`
    webserv open --sites store
    webserv look --addresses on
    webserv close
  `);
  const [opened = "", looked = ""] = out.split(/(?="Fernway" {2}http)/).slice(1);
  expect(opened).toContain('<a id="departments.bags"');
  expect(opened).not.toContain("href=");
  expect(looked).toContain('href="c/bags"');
});

test("fill stops at the first field that there is not, and says which", async () => {
  const { exitCode, out } = await line.shell(`
    webserv open ${site.url} >"${line.folder}/opened"
    webserv fill name=Ada nam=Eve
    code=$?
    webserv close >"${line.folder}/closed"
    exit $code
  `);
  expect(exitCode).toBe(4);
  expect(out).toMatch(/^filled in 1 field\nfailed type nam •••\nerror: .*\(unknown-id\)/);
  expect(out).toContain('value="Ada"');
});

test("two shells at the same time mean each its own session", async () => {
  const greet = (name: string) =>
    succeed(`
      webserv open ${site.url} --agent ${name} >opened-${name}
      : >ready-${name}
      until [ -e ready-one ] && [ -e ready-two ]; do :; done
      webserv type name ${name} --quiet
      webserv click greet --quiet
      webserv look
      webserv close
    `);
  const [one, two] = await Promise.all([greet("one"), greet("two")]);
  expect(one).toContain("Good day, one!");
  expect(two).toContain("Good day, two!");
});

test("a shell whose session has ended is told so, and is given no other one's", async () => {
  const { exitCode, err } = await line.shell(`
    webserv open ${site.url} --json >"${line.folder}/opened"
    id=$(grep -o 's-[0-9a-f]*' "${line.folder}/opened" | head -1)
    webserv session open ${site.url} >"${line.folder}/other"
    webserv session close "$id" >"${line.folder}/closed"
    webserv look
  `);
  expect(exitCode).toBe(4);
  expect(err).toMatch(/s-\S+, which this shell opened, has ended/);
  expect(err).toContain("webserv open");
});

test("a shell means its session through npm and npx too, and through a subshell", async () => {
  const out = await succeed(`
    ${line.asPackage("packaged")}
    npm run --silent webserv -- open ${site.url}
    webserv session open ${site.url} >other
    npx webserv type name Ada --quiet
    (webserv type name Grace --quiet; webserv click greet --quiet)
    npm run --silent webserv -- look | cat
    npm run --silent webserv -- close
    webserv session list --json >left
  `);
  expect(out).toContain("Good day, Grace!");
  expect(out).toMatch(/\nclosed s-\S+\n$/);
  await closeAll();
});

test("an agent that runs each command in a shell of its own means the session that it opened", async () => {
  const say = async (command: string): Promise<Finished> =>
    // A second command, so that the shell does not become the first one.
    await line.shell(`webserv ${command}; exit $?`, "/bin/bash");
  expect((await say(`open ${site.url}`)).out).toMatch(/^opened s-/);
  await line.json(["session", "open", site.url]);
  await say("type name Ada --quiet");
  await say("click greet --quiet");
  expect((await say("look")).out).toContain("Good day, Ada!");

  await say(`open ${site.url}`);
  const unclear = await say("look");
  expect(unclear.exitCode).toBe(2);
  expect(unclear.err).toMatch(/2 sessions are open: s-\S+, s-\S+ .*\n.*--session/);
  await closeAll();
});

test("a session that was not opened from a shell is nobody's by default, and is named", async () => {
  const client = await connect({ home: line.home });
  // A script stays while its commands come and go: what other tests opened is not its own.
  const look = async (options = ""): Promise<Finished> =>
    await line.shell(`
      cd "${line.folder}"
      ${line.asPackage("alone")}
      echo 'npx webserv look ${options}; exit $?' >look.sh
      sh look.sh
    `);
  // For a browser, should this be the first test.
  await succeed(`webserv open ${site.url}; webserv close`);
  try {
    const theirs = await client.open({ url: site.url, agent: "somebody's" });
    const { exitCode, err } = await look();
    expect(exitCode).toBe(4);
    expect(err).toContain(`${theirs.id} (somebody's)`);
    expect(err).toContain("--session");
    await line.json(["session", "open", site.url, "--agent", "from-a-shell"]);
    expect((await look()).out).toContain(site.url);
    expect((await look(`--session ${theirs.id}`)).out).toContain(site.url);
  } finally {
    await closeAll();
    client.close();
  }
});

test("--session goes before what the shell has opened", async () => {
  const out = await succeed(`
    webserv session open ${site.url} --json >other
    other=$(grep -o '"sessionId":"[^"]*"' other | head -1 | cut -d'"' -f4)
    webserv open --sites store >opened
    webserv look --session "$other"
    webserv close
    webserv close --session "$other"
  `);
  expect(out).toContain(site.url);
});

test("a picture is written where it is named, and a failed action says the next step", async () => {
  const { exitCode, out, err } = await line.shell(`
    cd "${line.folder}"
    webserv open ${site.url} >opened 2>&1
    webserv shot verbs.png --marks
    webserv click nam --quiet
    code=$?
    webserv close >closed
    exit $code
  `);
  expect([exitCode, err]).toEqual([4, ""]);
  expect(out).toContain("verbs.png");
  expect(out).toMatch(/^failed click nam\nerror: .*\(unknown-id\)\nnext: /m);
});

test("every command that the skill page shows works as it stands there", async () => {
  const shown = [...skillPage().matchAll(/```sh\n(.*?)```/gs)].map(([, script]) => script ?? "");
  expect(shown.length).toBeGreaterThan(0);
  for (const script of shown) expect(await succeed(script)).toMatch(/^opened .*\nclosed s-\S+\n$/s);
});
