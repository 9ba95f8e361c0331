// The demo customers, the shop's keeper, and the orders that exist from the start.
export const DEMO_USERS = [
  { email: "demo@store.test", name: "Dana Demo", password: "demo-pass" },
  { email: "sam@store.test", name: "Sam Sample", password: "sam-pass" },
];

export const ADMIN = { user: "admin", password: "admin-demo" };

/** Order numbers continue from here: the first seeded order is ST-100231. */
export const FIRST_ORDER_ID = 100231;

export const SEED_ORDERS = [
  {
    customer: "demo@store.test",
    placedAt: "2025-09-14T09:12:00.000Z",
    deliveryDate: "2025-09-17",
    status: "delivered",
    deliveryMethod: "standard",
    paymentMethod: "card",
    lines: [
      { range: "mugs", place: 0, quantity: 4 },
      { range: "kettles", place: 2, quantity: 1 },
    ],
  },
  {
    customer: "sam@store.test",
    placedAt: "2025-10-02T17:40:00.000Z",
    deliveryDate: "2025-10-04",
    status: "delivered",
    deliveryMethod: "express",
    paymentMethod: "invoice",
    lines: [{ range: "backpacks", place: 1, quantity: 1 }],
  },
  {
    customer: "demo@store.test",
    placedAt: "2025-11-08T20:05:00.000Z",
    deliveryDate: "2025-11-12",
    status: "shipped",
    deliveryMethod: "standard",
    paymentMethod: "transfer",
    lines: [
      { range: "sweaters", place: 3, quantity: 1 },
      { range: "hiking-boots", place: 4, quantity: 1 },
    ],
  },
] as const;

export const SEED_ADDRESS = {
  address: "12 Harbour Lane",
  city: "Bristol",
  postcode: "BS1 4QA",
  country: "GB",
};
