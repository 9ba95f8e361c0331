// Fills an empty database with the catalogue, the demo customers and their orders.
import { createHash } from "node:crypto";
import { deliveryCents } from "../../contract/checkout.ts";
import type { Database } from "../database.ts";
import { hashPassword } from "../passwords.ts";
import { SCHEMA } from "../schema.ts";
import { DEMO_USERS, FIRST_ORDER_ID, SEED_ADDRESS, SEED_ORDERS } from "./people.ts";
import { seedProducts, type SeedProduct } from "./products.ts";
import { DEPARTMENTS, RANGES } from "./ranges.ts";

/** The same rows, ids included, every time. */
export function seed(db: Database): void {
  db.exec(SCHEMA);
  db.transaction(() => {
    const products = seedProducts();
    seedCategories(db);
    products.forEach((product, index) => seedProduct(db, product, index + 1));
    seedUsers(db);
    seedOrders(db, products);
  });
}

function seedCategories(db: Database): void {
  DEPARTMENTS.forEach(({ slug, name }, index) => {
    db.run("INSERT INTO departments (id, slug, name) VALUES (?, ?, ?)", index + 1, slug, name);
  });
  RANGES.forEach((range, index) => {
    const department = DEPARTMENTS.findIndex(({ slug }) => slug === range.department) + 1;
    db.run(
      "INSERT INTO categories (id, slug, name, department_id) VALUES (?, ?, ?, ?)",
      index + 1,
      range.slug,
      range.name,
      department,
    );
  });
}

function seedProduct(db: Database, product: SeedProduct, id: number): void {
  db.run(
    `INSERT INTO products (id, slug, name, brand, category_id, list_price_cents, rating_tenths,
       review_count, description, features, options, picture_colour, added_on)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    product.slug,
    product.name,
    product.brand,
    RANGES.indexOf(product.range) + 1,
    product.listPriceCents,
    product.ratingTenths,
    product.reviewCount,
    product.description,
    JSON.stringify(product.features),
    JSON.stringify(product.options),
    product.pictureColour,
    product.addedOn,
  );
  for (const { sku, options, priceCents, stock } of product.variants) {
    db.run(
      "INSERT INTO variants (product_id, sku, options, price_cents, stock) VALUES (?, ?, ?, ?, ?)",
      id,
      sku,
      JSON.stringify(options),
      priceCents,
      stock,
    );
  }
  db.run(
    `INSERT INTO product_search (rowid, name, brand, category, colours, description)
     VALUES (?, ?, ?, ?, ?, ?)`,
    id,
    product.name,
    product.brand,
    `${product.range.name} ${departmentName(product.range.department)}`,
    product.options.find(({ name }) => name === "Colour")?.values.join(" ") ?? "",
    product.description,
  );
}

function departmentName(slug: string): string {
  return DEPARTMENTS.find((department) => department.slug === slug)?.name ?? "";
}

function seedUsers(db: Database): void {
  for (const { email, name, password } of DEMO_USERS) {
    const salt = createHash("sha256").update(email).digest().subarray(0, 16);
    const hash = hashPassword(password, salt);
    db.run("INSERT INTO users (email, name, password) VALUES (?, ?, ?)", email, name, hash);
  }
}

function seedOrders(db: Database, products: SeedProduct[]): void {
  SEED_ORDERS.forEach((order, index) => {
    const id = FIRST_ORDER_ID + index;
    const lines = order.lines.map(({ range, place, quantity }) => {
      const product = products.filter((candidate) => candidate.range.slug === range)[place];
      const variant = product?.variants[0];
      if (!product || !variant) throw new Error(`no product ${place} in range "${range}"`);
      return { product, variant, quantity };
    });
    const subtotal = lines.reduce((sum, line) => sum + line.variant.priceCents * line.quantity, 0);
    const user = DEMO_USERS.findIndex(({ email }) => email === order.customer);
    db.run(
      `INSERT INTO orders (id, user_id, placed_at, status, name, email, address, city, postcode,
         country, delivery_method, delivery_date, payment_method, notes, subtotal_cents,
         delivery_cents)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
      id,
      user + 1,
      order.placedAt,
      order.status,
      DEMO_USERS[user]?.name ?? "",
      order.customer,
      SEED_ADDRESS.address,
      SEED_ADDRESS.city,
      SEED_ADDRESS.postcode,
      SEED_ADDRESS.country,
      order.deliveryMethod,
      order.deliveryDate,
      order.paymentMethod,
      subtotal,
      deliveryCents(order.deliveryMethod, subtotal),
    );
    lines.forEach(({ product, variant, quantity }, position) => {
      db.run(
        `INSERT INTO order_lines (order_id, position, sku, product, name, options,
           unit_price_cents, quantity)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        position,
        variant.sku,
        product.slug,
        product.name,
        JSON.stringify(variant.options),
        variant.priceCents,
        quantity,
      );
    });
  });
}
