// Asks a sandbox's own server, past the browser, what its database holds.
import * as z from "zod/mini";

import type { Purchase } from "./shopper.ts";

/** The store's published demo credentials. */
const AUTHORIZATION = `Basic ${Buffer.from("admin:admin-demo").toString("base64")}`;

const orderList = z.object({ orders: z.array(z.object({ number: z.string() })) });
const order = z.object({
  number: z.string(),
  email: z.string(),
  deliveryDate: z.string(),
  totalCents: z.number(),
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      options: z.record(z.string(), z.string()),
    }),
  ),
});

/** Resolves with the numbers of all orders in the sandbox whose server is at `origin`. */
export async function ordersOf(origin: string, signal: AbortSignal): Promise<readonly string[]> {
  const { orders } = orderList.parse(await getJson(`${origin}/api/admin/orders`, signal));
  return orders.map(({ number }) => number);
}

/** Finds the purchase in the sandbox's database; throws if any part of it differs. */
export async function verifyOrder(
  origin: string,
  purchase: Purchase,
  signal: AbortSignal,
): Promise<string> {
  const url = `${origin}/api/admin/orders/${encodeURIComponent(purchase.orderId)}`;
  const found = order.parse(await getJson(url, signal));
  const [line] = found.lines;
  const expectations: readonly (readonly [string, unknown, unknown])[] = [
    ["number", found.number, purchase.orderId],
    ["email", found.email, purchase.email],
    ["deliveryDate", found.deliveryDate, purchase.deliveryDate],
    ["lines", found.lines.length, 1],
    ["product", line?.name, purchase.product],
    ["quantity", line?.quantity, purchase.quantity],
  ];
  for (const [field, actual, expected] of expectations) {
    if (actual !== expected) {
      throw new Error(
        `order ${purchase.orderId}: ${field} is ${JSON.stringify(actual)} in the database, ${JSON.stringify(expected)} was ordered`,
      );
    }
  }
  const options = Object.values(line?.options ?? {}).join(", ");
  return `${line?.quantity} × ${line?.name}${options === "" ? "" : ` (${options})`}, ${(found.totalCents / 100).toFixed(2)}, for ${found.email}`;
}

async function getJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: AUTHORIZATION }, signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}
