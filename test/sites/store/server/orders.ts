// Placing orders and reading them back.
import { z } from "zod";
import { deliveryCents, type CheckoutForm } from "../contract/checkout.ts";
import { OptionValues } from "../contract/catalogue.ts";
import { Order, type AdminOrder, type OrderSummary } from "../contract/order.ts";
import { readCart } from "./cart.ts";
import { imageOf } from "./catalogue.ts";
import { json, type Database } from "./database.ts";
import { cartEmpty, outOfStock } from "./errors.ts";
import type { Session } from "./sessions.ts";

/** Turns the session's cart into an order: stock goes down and the cart empties, or nothing does. */
export function placeOrder(db: Database, session: Session, form: CheckoutForm, now: Date): string {
  return db.transaction(() => {
    const cart = readCart(db, session.id);
    if (cart.lines.length === 0) throw cartEmpty();
    const id = insertOrder(db, session, form, cart.subtotalCents, now);
    cart.lines.forEach((line, position) => {
      const taken = db.run(
        "UPDATE variants SET stock = stock - ?1 WHERE sku = ?2 AND stock >= ?1",
        line.quantity,
        line.sku,
      );
      if (taken === 0) {
        const left = line.stock === 0 ? "sold out" : `down to ${line.stock} in stock`;
        throw outOfStock(
          `lines.${line.sku}`,
          `${line.name} is ${left}. Change your cart to go on.`,
        );
      }
      db.run(
        `INSERT INTO order_lines (order_id, position, sku, product, name, options,
           unit_price_cents, quantity)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        position,
        line.sku,
        line.product,
        line.name,
        JSON.stringify(line.options),
        line.unitPriceCents,
        line.quantity,
      );
    });
    db.run("DELETE FROM cart_lines WHERE session_id = ?", session.id);
    return orderNumber(id);
  });
}

function insertOrder(
  db: Database,
  session: Session,
  form: CheckoutForm,
  subtotalCents: number,
  now: Date,
): number {
  const row = db.get(
    z.object({ id: z.number() }),
    `INSERT INTO orders (session_id, user_id, placed_at, name, email, address, city, postcode,
       country, delivery_method, delivery_date, payment_method, notes, subtotal_cents,
       delivery_cents)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    session.id,
    session.userId,
    now.toISOString(),
    form.name,
    form.email,
    form.address,
    form.city,
    form.postcode,
    form.country,
    form.deliveryMethod,
    form.deliveryDate,
    form.paymentMethod,
    form.notes,
    subtotalCents,
    deliveryCents(form.deliveryMethod, subtotalCents),
  );
  if (!row) throw new Error("the order was not stored");
  return row.id;
}

const OrderRow = Order.omit({
  lines: true,
  number: true,
  itemCount: true,
  totalCents: true,
}).extend({
  id: z.number(),
  sessionId: z.string().nullable(),
  userId: z.number().nullable(),
  account: z.string().nullable(),
});
type OrderRow = z.output<typeof OrderRow>;

const SELECT_ORDERS = `
  SELECT o.id, o.session_id AS sessionId, o.user_id AS userId, u.email AS account,
    o.placed_at AS placedAt, o.status, o.name, o.email, o.address, o.city, o.postcode, o.country,
    o.delivery_method AS deliveryMethod, o.delivery_date AS deliveryDate,
    o.payment_method AS paymentMethod, o.notes, o.subtotal_cents AS subtotalCents,
    o.delivery_cents AS deliveryCents
  FROM orders o LEFT JOIN users u ON u.id = o.user_id`;

/** An order, for whoever placed it: the same session, or the same customer signed in again. */
export function findOrderOf(db: Database, session: Session | null, number: string) {
  const row = findRow(db, number);
  const isTheirs =
    session !== null &&
    (row?.sessionId === session.id || (session.userId !== null && row?.userId === session.userId));
  return row && isTheirs ? Order.parse(fullOrder(db, row)) : undefined;
}

/** Any order, for the shop's keeper. */
export function findOrder(db: Database, number: string): AdminOrder | undefined {
  const row = findRow(db, number);
  return row && fullOrder(db, row);
}

/** A customer's orders, newest first; everybody's where no customer is given. */
export function listOrders(db: Database, userId?: number): (OrderSummary & { email: string })[] {
  const rows =
    userId === undefined
      ? db.all(OrderRow, `${SELECT_ORDERS} ORDER BY o.id DESC`)
      : db.all(OrderRow, `${SELECT_ORDERS} WHERE o.user_id = ? ORDER BY o.id DESC`, userId);
  return rows.map((row) => {
    const { number, placedAt, status, itemCount, totalCents, email } = fullOrder(db, row);
    return { number, placedAt, status, itemCount, totalCents, email };
  });
}

function findRow(db: Database, number: string): OrderRow | undefined {
  const id = /^ST-(\d{1,12})$/.exec(number)?.[1];
  return id === undefined
    ? undefined
    : db.get(OrderRow, `${SELECT_ORDERS} WHERE o.id = ?`, Number(id));
}

const LineRow = z.object({
  sku: z.string(),
  product: z.string(),
  name: z.string(),
  options: json(OptionValues),
  unitPriceCents: z.number(),
  quantity: z.number(),
});

function fullOrder(db: Database, row: OrderRow): AdminOrder {
  const lines = db
    .all(
      LineRow,
      `SELECT sku, product, name, options, unit_price_cents AS unitPriceCents, quantity
       FROM order_lines WHERE order_id = ? ORDER BY position`,
      row.id,
    )
    .map((line) => ({
      ...line,
      image: imageOf(line.product, line.options["Colour"]),
      lineTotalCents: line.unitPriceCents * line.quantity,
    }));
  const { id, sessionId: _session, userId: _user, ...rest } = row;
  return {
    ...rest,
    number: orderNumber(id),
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalCents: row.subtotalCents + row.deliveryCents,
    lines,
  };
}

function orderNumber(id: number): string {
  return `ST-${id}`;
}
