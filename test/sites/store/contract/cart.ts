// The cart as the server keeps it, and what may be asked of it.
import { z } from "zod";
import { OptionValues } from "./catalogue.ts";

export const MAX_QUANTITY = 20;

const quantity = z
  .number("Enter a whole number")
  .int("Enter a whole number")
  .max(MAX_QUANTITY, `Order at most ${MAX_QUANTITY} of one item`);

export const AddToCart = z.object({
  product: z.string("Name the product to add").min(1, "Name the product to add").max(80),
  options: z.record(z.string().max(40), z.string().max(60)).default({}),
  quantity: quantity.min(1, "Enter at least 1").default(1),
});
export type AddToCart = z.input<typeof AddToCart>;

/** A quantity of 0 removes the line. */
export const ChangeLine = z.object({ quantity: quantity.min(0, "Enter 0 or more") });
export type ChangeLine = z.infer<typeof ChangeLine>;

export const CartLine = z.object({
  sku: z.string(),
  product: z.string(),
  name: z.string(),
  brand: z.string(),
  options: OptionValues,
  image: z.string(),
  unitPriceCents: z.number(),
  quantity: z.number(),
  stock: z.number(),
  lineTotalCents: z.number(),
});
export type CartLine = z.infer<typeof CartLine>;

export const Cart = z.object({
  lines: z.array(CartLine),
  itemCount: z.number(),
  subtotalCents: z.number(),
});
export type Cart = z.infer<typeof Cart>;

export const EMPTY_CART: Cart = { lines: [], itemCount: 0, subtotalCents: 0 };
