// Orders as customers see them, and as the shop's keeper does.
import { z } from "zod";
import { OptionValues } from "./catalogue.ts";

export const OrderLine = z.object({
  sku: z.string(),
  product: z.string(),
  name: z.string(),
  options: OptionValues,
  image: z.string(),
  unitPriceCents: z.number(),
  quantity: z.number(),
  lineTotalCents: z.number(),
});
export type OrderLine = z.infer<typeof OrderLine>;

export const OrderSummary = z.object({
  number: z.string(),
  placedAt: z.string(),
  status: z.enum(["placed", "shipped", "delivered"]),
  itemCount: z.number(),
  totalCents: z.number(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

export const Order = OrderSummary.extend({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  deliveryMethod: z.string(),
  deliveryDate: z.string(),
  paymentMethod: z.string(),
  notes: z.string(),
  subtotalCents: z.number(),
  deliveryCents: z.number(),
  lines: z.array(OrderLine),
});
export type Order = z.infer<typeof Order>;
export const Orders = z.object({ orders: z.array(OrderSummary) });

/** `account` is the signed-in customer's email, or null for a guest's order. */
export const AdminOrder = Order.extend({ account: z.string().nullable() });
export type AdminOrder = z.infer<typeof AdminOrder>;
