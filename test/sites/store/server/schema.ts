// The tables of the shop.
export const SCHEMA = `
CREATE TABLE departments (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  department_id INTEGER NOT NULL REFERENCES departments (id)
) STRICT;

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  brand TEXT NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  list_price_cents INTEGER,
  rating_tenths INTEGER NOT NULL,
  review_count INTEGER NOT NULL,
  description TEXT NOT NULL,
  features TEXT NOT NULL,
  options TEXT NOT NULL,
  picture_colour TEXT NOT NULL,
  added_on TEXT NOT NULL
) STRICT;

CREATE TABLE variants (
  id INTEGER PRIMARY KEY,
  product_id INTEGER NOT NULL REFERENCES products (id),
  sku TEXT NOT NULL UNIQUE,
  options TEXT NOT NULL,
  price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
  stock INTEGER NOT NULL CHECK (stock >= 0)
) STRICT;
CREATE INDEX variants_of_product ON variants (product_id);

CREATE VIRTUAL TABLE product_search USING fts5 (
  name, brand, category, colours, description, tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,
  password TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id INTEGER REFERENCES users (id),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE cart_lines (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  variant_id INTEGER NOT NULL REFERENCES variants (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  UNIQUE (session_id, variant_id)
) STRICT;

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT,
  user_id INTEGER REFERENCES users (id),
  placed_at TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'placed',
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  address TEXT NOT NULL,
  city TEXT NOT NULL,
  postcode TEXT NOT NULL,
  country TEXT NOT NULL,
  delivery_method TEXT NOT NULL,
  delivery_date TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  notes TEXT NOT NULL,
  subtotal_cents INTEGER NOT NULL,
  delivery_cents INTEGER NOT NULL
) STRICT;
CREATE INDEX orders_of_user ON orders (user_id);

CREATE TABLE order_lines (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL,
  sku TEXT NOT NULL,
  product TEXT NOT NULL,
  name TEXT NOT NULL,
  options TEXT NOT NULL,
  unit_price_cents INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  PRIMARY KEY (order_id, position)
) STRICT;
`;
