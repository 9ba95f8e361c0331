// The server's settings, read from the environment.
import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  STORE_DATA: z.string().min(1).optional(),
  STORE_LATENCY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
});

export type Config = { port: number; host: string; database: string; latencyMs: number };

/** `home` is the folder of the server file; throws an Error that names the offending variable. */
export function readConfig(env: Record<string, string | undefined>, home: string): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = issue?.path.join(".") ?? "";
    throw new Error(`${name}="${env[name] ?? ""}" is not usable: ${issue?.message ?? "invalid"}`);
  }
  const { PORT, HOST, STORE_DATA, STORE_LATENCY_MS } = parsed.data;
  const data = STORE_DATA ?? join(home, "data");
  const isFolder = statSync(data, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const database = isFolder ? join(data, "store.db") : data;
  if (!statSync(database, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`there is no database at "${database}": build the store or set STORE_DATA`);
  }
  return { port: PORT, host: HOST, database, latencyMs: STORE_LATENCY_MS };
}
