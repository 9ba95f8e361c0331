// Serves a site for tests of the sandbox backend: a counter in a database file, and every way to misbehave.
import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

const { env } = process;
const home = process.cwd();

if (env["CRASH"] !== undefined) {
  console.error("the counter crashes on start\nas it was told to");
  process.exit(7);
}
if (env["IGNORE_SIGTERM"] !== undefined) process.on("SIGTERM", () => undefined);
if (env["FORK"] !== undefined) {
  spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"]);
}

mkdirSync(join(home, "data"), { recursive: true });
const db = new DatabaseSync(join(home, "data", "counter.db"));
db.exec(`
  PRAGMA journal_mode = ${env["JOURNAL"] ?? "DELETE"};
  CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, half INTEGER NOT NULL, text TEXT NOT NULL);
`);
const start = Number(readFileSync(join(home, "start.txt"), "utf8"));
const insert = db.prepare("INSERT INTO entries (half, text) VALUES (?, ?)");
const add = (text: string): void => {
  // Two rows in one transaction: an odd number of rows would mean a torn copy.
  db.exec("BEGIN IMMEDIATE");
  insert.run(1, text);
  insert.run(2, text);
  db.exec("COMMIT");
};
const count = (): number =>
  Number(db.prepare("SELECT count(*) AS n FROM entries").get()?.["n"]) / 2 + start;

let acknowledged = 0;
if (env["WRITE"] !== undefined) {
  setInterval(() => {
    add("x".repeat(2000));
    acknowledged += 1;
  }, 1);
}

if (env["TWINS"] !== undefined) {
  // Two files that are never more than one apart, with enough between them to make a copy slow.
  writeFileSync(join(home, "data", "m"), Buffer.alloc(40 * 1024 * 1024, 1));
  const twins = ["a", "z"].map((name) => openSync(join(home, "data", name), "w"));
  let turn = 0;
  const write = (): void => {
    turn += 1;
    // The files are written in place and keep their length, so that no file is ever half of one turn.
    for (const twin of twins) writeSync(twin, String(turn).padStart(12), 0);
  };
  write();
  setInterval(write, 1);
}

/** Tells when the browser froze it and let it go on, and counts in every frame that is drawn. */
const RESTING = `<!doctype html><title>Resting</title><p>rests: <b id="rests">0</b></p>
  <button onclick="drawn = 0; draw()">Draw</button><p id="out"></p>
  <button onclick="setTimeout(() => out.textContent = String(confirm('Really?')))">Ask</button>
  <script>
    let drawn = 0;
    const draw = () => {
      out.textContent = ++drawn + " drawn";
      if (drawn < 5) requestAnimationFrame(draw);
    };
    document.addEventListener("freeze", () => rests.textContent = Number(rests.textContent) + 1);
  </script>`;

/** Keeps the word that it is given in every way a page can, and shows what is kept. */
const KEEPING = `<!doctype html><title>Keeping</title><p id="out"></p>
  <script>
    const word = new URLSearchParams(location.search).get("word");
    const opening = indexedDB.open("kept", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("words");
    opening.onsuccess = () => {
      if (word !== null) {
        document.cookie = "word=" + word + "; max-age=3600";
        localStorage.setItem("word", word);
        sessionStorage.setItem("word", word);
      }
      const words = opening.result.transaction("words", "readwrite").objectStore("words");
      if (word !== null) words.put(word, "word");
      const found = words.get("word");
      found.onsuccess = () => {
        out.textContent = [
          document.cookie || "none",
          localStorage.getItem("word") ?? "none",
          sessionStorage.getItem("word") ?? "none",
          found.result ?? "none",
        ].join(" / ");
      };
    };
  </script>`;

/** Computes without end, for nothing. */
const HEAVY = `<!doctype html><title>Heavy</title><p>heavy</p>
  <script>new Worker(URL.createObjectURL(new Blob(["for (;;);"])))</script>`;

const hoard: Buffer[] = [];
const actions: Record<string, (amount: number, host: string) => unknown> = {
  "/healthz": (_amount, host) =>
    env["NEVER_READY"] === undefined ? `ready as ${host}` : undefined,
  "/count": () => count(),
  "/add": () => {
    add("added");
    return count();
  },
  "/resting": () => RESTING,
  "/keeping": () => KEEPING,
  "/heavy": () => HEAVY,
  "/check": () => db.prepare("PRAGMA integrity_check").get()?.["integrity_check"],
  "/acknowledged": () => acknowledged,
  "/env": () => JSON.stringify(env),
  "/cwd": () => home,
  "/pid": () => process.pid,
  "/crash": () => process.exit(3),
  "/memory": (mib) => hoard.push(Buffer.alloc(mib * 1024 * 1024, 1)),
  "/disk": (mib) => writeFileSync(join(home, "data", "big"), Buffer.alloc(mib * 1024 * 1024, 1)),
  "/processes": (number) => {
    for (let each = 0; each < number; each += 1) spawn("sleep", ["600"]);
    return number;
  },
  "/burn": (ms) => {
    const until = Date.now() + ms;
    while (Date.now() < until);
    return process.cpuUsage().user / 1000;
  },
  "/print": (kib) => {
    for (let each = 0; each < kib; each += 1) console.log("p".repeat(1023));
    return kib;
  },
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://counter.test");
  const answer = actions[url.pathname]?.(
    Number(url.searchParams.get("n") ?? 0),
    request.headers.host ?? "",
  );
  response.statusCode = answer === undefined && url.pathname !== "/disk" ? 503 : 200;
  response.end(String(answer));
});

await delay(Number(env["START_DELAY_MS"] ?? 0));
server.listen(Number(env["PORT"]), env["HOST"], () => console.log(`counter on ${env["PORT"]}`));
