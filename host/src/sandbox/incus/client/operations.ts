// Lists the operations that go on in our project now.
import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";
import { operationState } from "./transport/operation-state.ts";
import type { OperationState } from "./transport/operation-state.ts";

export async function listOperations(
  connection: IncusConnection,
  signal: AbortSignal,
): Promise<OperationState[]> {
  // Incus groups them by their state, such as `running`.
  const byState = await connection.ask(
    z.nullable(z.record(z.string(), z.nullable(z.array(operationState)))),
    apiPath("operations"),
    signal,
    { query: { recursion: "1" } },
  );
  return Object.values(byState ?? {}).flatMap((operations) => operations ?? []);
}
