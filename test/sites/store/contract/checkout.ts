// The rules of checkout, checked with the same schema in the browser and on the server.
import { z } from "zod";
import { COUNTRIES, isPostcode, postcodeExample } from "./countries.ts";

export const DELIVERY_METHODS = [
  { id: "standard", name: "Standard delivery", note: "Free on orders from £60", priceCents: 395 },
  { id: "express", name: "Express delivery", note: "Arrives before noon", priceCents: 895 },
  { id: "collect", name: "Collect from our shop", note: "Ready from 10 am", priceCents: 0 },
] as const;

export const PAYMENT_METHODS = [
  { id: "card", name: "Card on delivery", note: "Pay the courier by card" },
  { id: "invoice", name: "Invoice", note: "Pay within 14 days" },
  { id: "transfer", name: "Bank transfer", note: "We send you the details" },
] as const;

export const FREE_DELIVERY_FROM_CENTS = 6000;

export const DeliveryMethod = z.enum(
  DELIVERY_METHODS.map((method) => method.id),
  "Choose a delivery method",
);
export type DeliveryMethod = z.infer<typeof DeliveryMethod>;
export const PaymentMethod = z.enum(
  PAYMENT_METHODS.map((method) => method.id),
  "Choose a payment method",
);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const Country = z.enum(
  COUNTRIES.map((country) => country.code),
  "Choose a country",
);

/** What delivering costs, in cents, for goods worth `subtotalCents`. */
export function deliveryCents(method: DeliveryMethod, subtotalCents: number): number {
  if (method === "standard" && subtotalCents >= FREE_DELIVERY_FROM_CENTS) return 0;
  return DELIVERY_METHODS.find((candidate) => candidate.id === method)?.priceCents ?? 0;
}

/** First and last day (yyyy-mm-dd, UTC) on which an order placed `now` can be delivered. */
export function deliveryWindow(now: Date): { earliest: string; latest: string } {
  const day = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + offset))
      .toISOString()
      .slice(0, 10);
  return { earliest: day(1), latest: day(60) };
}

const text = (missing: string, min: number, max: number) =>
  z.string(missing).trim().min(min, missing).max(max, `Use at most ${max} characters`);

/** The checkout form for a given delivery window (both days yyyy-mm-dd, inclusive). */
export function checkoutForm(window: { earliest: string; latest: string }) {
  return z
    .object({
      name: text("Enter your full name", 2, 80),
      email: z.preprocess(
        (value) => (typeof value === "string" ? value.trim() : value),
        z.email("Enter an email address like name@example.com").max(200),
      ),
      address: text("Enter your street and house number", 5, 120),
      city: text("Enter your town or city", 2, 80),
      country: Country,
      postcode: text("Enter your postcode", 1, 12),
      deliveryMethod: DeliveryMethod,
      deliveryDate: z.iso
        .date("Choose a delivery date")
        .refine((date) => date >= window.earliest, "Choose a date from tomorrow on")
        .refine((date) => date <= window.latest, "Choose a date within the next 60 days"),
      paymentMethod: PaymentMethod,
      notes: z.string().trim().max(300, "Use at most 300 characters").default(""),
      acceptTerms: z.literal(true, "Accept the terms to place your order"),
    })
    .refine((form) => isPostcode(form.country, form.postcode), {
      path: ["postcode"],
      error: (issue) => `Enter a valid postcode${exampleFor(issue.input)}`,
      when: ({ value }) => PostcodeParts.safeParse(value).success,
    });
}
export type CheckoutForm = z.infer<ReturnType<typeof checkoutForm>>;

const PostcodeParts = z.object({ country: Country, postcode: z.string().trim().min(1).max(12) });

function exampleFor(input: unknown): string {
  const parts = PostcodeParts.safeParse(input);
  return parts.success ? `, like ${postcodeExample(parts.data.country)}` : "";
}

/** What the checkout page needs to know before it is filled in. */
export const CheckoutTerms = z.object({
  earliestDeliveryDate: z.string(),
  latestDeliveryDate: z.string(),
});
export type CheckoutTerms = z.infer<typeof CheckoutTerms>;
