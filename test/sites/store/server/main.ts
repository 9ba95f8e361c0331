// Starts the shop's server, says where it listens, and stops it when asked.
import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { checkDatabase, openDatabase } from "./database.ts";
import { loadStaticFiles } from "./static-files.ts";

const home = import.meta.dirname;

try {
  start();
} catch (error) {
  fail(error);
}

function start(): void {
  const config = readConfig(process.env, home);
  const db = openDatabase(config.database);
  checkDatabase(db);
  const app = createApp({
    db,
    files: loadStaticFiles(join(home, "public")),
    latencyMs: config.latencyMs,
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  server.on("error", fail);
  server.listen(config.port, config.host, () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : config.port;
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    console.log(`Store ready at http://${host}:${port}/`);
  });
  const stop = () => {
    // Handlers answer within one turn of the event loop, so no write is cut in two.
    server.close();
    server.closeAllConnections();
    db.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

function fail(error: unknown): void {
  console.error(
    `The store cannot start: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
}
