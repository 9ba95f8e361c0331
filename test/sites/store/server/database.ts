// The shop's database file: typed reads, writes and transactions over node:sqlite.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { z } from "zod";

export type Database = {
  all<Row extends z.ZodType>(row: Row, sql: string, ...params: SQLInputValue[]): z.output<Row>[];
  get<Row extends z.ZodType>(
    row: Row,
    sql: string,
    ...params: SQLInputValue[]
  ): z.output<Row> | undefined;
  /** Answers how many rows changed. */
  run(sql: string, ...params: SQLInputValue[]): number;
  exec(sql: string): void;
  /** Runs `work` as one write transaction: all of it happens, or none. */
  transaction<T>(work: () => T): T;
  close(): void;
};

/**
 * Opens a database file, or a private one for ":memory:".
 * The rollback journal leaves a single file whenever no write is under way, so that the folder can
 * be copied with plain file tools.
 */
export function openDatabase(path: string): Database {
  const sqlite = new DatabaseSync(path, { timeout: 2000 });
  sqlite.exec(
    "PRAGMA journal_mode = DELETE; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY",
  );
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: (row, sql, ...params) =>
      prepare(sql)
        .all(...params)
        .map((found) => row.parse(found)),
    get: (row, sql, ...params) => {
      const found = prepare(sql).get(...params);
      return found === undefined ? undefined : row.parse(found);
    },
    run: (sql, ...params) => Number(prepare(sql).run(...params).changes),
    exec: (sql) => sqlite.exec(sql),
    transaction: (work) => {
      sqlite.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        sqlite.exec("COMMIT");
        return result;
      } catch (error) {
        sqlite.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => sqlite.close(),
  };
}

/** Throws unless the database can be read, holds products and accepts writes. */
export function checkDatabase(db: Database): void {
  const found = db.get(z.object({ slug: z.string() }), "SELECT slug FROM products LIMIT 1");
  if (!found) throw new Error("the database holds no products");
  db.transaction(() => undefined);
}

/** A column that holds JSON of a known shape. */
export function json<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(shape);
}
