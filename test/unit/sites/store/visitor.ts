// A fresh shop for a test, and visitors who keep their cookie.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { z } from "zod";
import { Problem } from "../../../sites/store/contract/problem.ts";
import { createApp } from "../../../sites/store/server/app.ts";
import { openDatabase, type Database } from "../../../sites/store/server/database.ts";
import { seed } from "../../../sites/store/server/seed/seed.ts";

export const NOW = new Date("2026-03-10T15:00:00.000Z");
export const TOMORROW = "2026-03-11";

type App = ReturnType<typeof createApp>;
type Call = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };

export type Visitor = {
  send(call: Call): Promise<Response>;
  /** Sends, and checks the answer's status and shape. */
  expect<Shape extends z.ZodType>(
    shape: Shape,
    status: number,
    call: Call,
  ): Promise<z.output<Shape>>;
  /** Sends something that must fail, and answers how it did. */
  refused(status: number, call: Call): Promise<Problem>;
};

let folder = "";
let shops = 0;

/** Call at the top of a test file: seeds once, and every shop opened is a copy. */
export function useStore(): () => { db: Database; visit: () => Visitor } {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "store-test-"));
    const db = openDatabase(join(folder, "seed.db"));
    seed(db);
    db.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => {
    const path = join(folder, `shop-${++shops}.db`);
    copyFileSync(join(folder, "seed.db"), path);
    const db = openDatabase(path);
    onTestFinished(() => db.close());
    const app = createApp({ db, now: () => NOW });
    return { db, visit: () => visitor(app) };
  };
}

function visitor(app: App): Visitor {
  let cookie = "";
  const send = async ({ method = "GET", path, body, headers = {} }: Call) => {
    const response = await app.request(path, {
      method,
      headers: {
        ...(cookie === "" ? {} : { Cookie: cookie }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return response;
  };
  const expectAnswer: Visitor["expect"] = async (shape, status, call) => {
    const response = await send(call);
    const answer: unknown = await response.json();
    if (response.status !== status) {
      throw new Error(`expected ${status}, got ${response.status}: ${JSON.stringify(answer)}`);
    }
    return shape.parse(answer);
  };
  return {
    send,
    expect: expectAnswer,
    refused: (status, call) => expectAnswer(Problem, status, call),
  };
}
