// Asks for the shop's pages and their pictures, so that what is made on demand is made.
import { setTimeout as sleep } from "node:timers/promises";

const SITE = "http://127.0.0.1:3000";
const DEADLINE_MS = 5 * 60_000;
const pages = [
  "/",
  "/kitchen",
  "/clothing?page=2",
  "/kitchen/alder-teapot-white-1",
  "/search?keyword=lamp",
  "/cart",
  "/account/login",
  "/account/register",
  "/admin/login",
];

const giveUpAt = Date.now() + DEADLINE_MS;
for (const path of pages) await until(path);
for (let round = 0; round < 2; round += 1) {
  for (const path of pages) {
    const body = await (await fetch(SITE + path, { signal: AbortSignal.timeout(60_000) })).text();
    for (const picture of body.matchAll(
      /(?:src|srcSet|srcset)="([^"]*\/(?:images|assets)[^"]*)"/g,
    )) {
      for (const candidate of picture[1].split(/,\s+/)) {
        const url = candidate.trim().split(/\s+/)[0]?.replaceAll("&amp;", "&") ?? "";
        const path = url.replace("http://evershop.test", "");
        if (path.startsWith("/")) await (await fetch(SITE + path)).arrayBuffer();
      }
    }
  }
}

async function until(path) {
  for (;;) {
    const status = await fetch(SITE + path, { signal: AbortSignal.timeout(60_000) }).then(
      (response) => response.arrayBuffer().then(() => response.status),
      (error) => error.cause?.code ?? error.message,
    );
    if (status === 200) return;
    if (Date.now() > giveUpAt) throw new Error(`${path} still answers ${status}`);
    await sleep(500);
  }
}
