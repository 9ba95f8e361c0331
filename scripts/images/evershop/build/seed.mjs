// Fills the shop through its own services: the same categories, products and pictures every time.
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";

process.env.ALLOW_CONFIG_MUTATIONS = "true";
const PRODUCTS = 520;
const DIST = "/opt/evershop/node_modules/@evershop/evershop/dist";
const load = (path) => import(`${DIST}/${path}.js`);
const require = createRequire("/opt/evershop/package.json");
const sharp = require("sharp");
const { insert, insertOnUpdate, select } = await import(
  require.resolve("@evershop/postgres-query-builder")
);

const { getCoreModules } = await load("bin/lib/loadModules");
const { loadBootstrapScript } = await load("bin/lib/bootstrap/bootstrap");
const { migrate } = await load("bin/lib/bootstrap/migrate");
const { pool } = await load("lib/postgres/connection");
const { hashPassword } = await load("lib/util/passwordHelper");
for (const module of getCoreModules()) {
  await loadBootstrapScript(module, { command: "start", env: "production", process: "main" });
}
await migrate(getCoreModules());

const colours = {
  White: "#f2f0ea",
  Black: "#26262a",
  Red: "#b8342f",
  Blue: "#2f5fb8",
  Green: "#3c8a4e",
  Yellow: "#dcb52e",
};
const sizes = ["S", "M", "L", "XL"];
const catalogue = {
  Kitchen: [
    "Teapot",
    "Mixing Bowl",
    "Bread Knife",
    "Cutting Board",
    "Coffee Grinder",
    "Salt Mill",
    "Frying Pan",
  ],
  Garden: ["Watering Can", "Trowel", "Bird House", "Rake", "Flower Pot", "Hose Reel"],
  Clothing: [
    "Rain Jacket",
    "Wool Sweater",
    "Linen Shirt",
    "Work Trousers",
    "Knitted Scarf",
    "Apron",
  ],
  Furniture: ["Side Table", "Bookshelf", "Rocking Chair", "Stool", "Coat Rack", "Bench"],
  Lighting: ["Desk Lamp", "Floor Lamp", "Lantern", "Ceiling Light", "Candle Holder"],
  Stationery: ["Notebook", "Fountain Pen", "Letter Opener", "Pencil Case", "Wall Calendar"],
  Travel: ["Suitcase", "Toiletry Bag", "Travel Pillow", "Backpack", "Umbrella"],
  Toys: ["Wooden Train", "Kite", "Puzzle", "Spinning Top", "Rocking Horse"],
};
const makes = [
  "Alder",
  "Birch",
  "Cedar",
  "Delta",
  "Ember",
  "Fjord",
  "Grove",
  "Harbour",
  "Iris",
  "Juniper",
  "Kestrel",
];

const groupId = await (await load("bin/seed/seedAttributes")).seedAttributeGroup();
await (await load("bin/seed/seedAttributes")).seedAttributes(groupId);
await (await load("bin/seed/seedCollections")).seedCollections();
const packages = await select().from("package").where("is_default", "=", true).load(pool);
const options = await select().from("attribute_option").execute(pool);
const option = (code, text) =>
  options.find((row) => row.attribute_code === code && row.option_text === text)
    ?.attribute_option_id;

await seedSettings();
await seedPeople();
await seedShipping();
const categories = await seedCategories();
await seedProducts(categories);
await seedWidgets();
// Connections of the services are still open.
process.exit(0);

async function seedSettings() {
  const settings = {
    storeName: "Harbour Street Store",
    storeDescription: "Things for the house",
    storeEmail: "store@evershop.test",
    storePhoneNumber: "555 0100",
    storeCountry: "US",
    storeProvince: "US-CA",
    storeCity: "Harbour",
    storeAddress: "1 Harbour Street",
    storePostalCode: "90001",
    codPaymentStatus: "1",
    codDisplayName: "Cash on Delivery",
  };
  for (const [name, value] of Object.entries(settings)) {
    await insertOnUpdate("setting", ["name"]).given({ name, value, is_json: 0 }).execute(pool);
  }
}

async function seedPeople() {
  await insertOnUpdate("admin_user", ["email"])
    .given({
      full_name: "Admin",
      email: "admin@evershop.test",
      password: hashPassword("webserv-admin1"),
    })
    .execute(pool);
  const { default: createCustomer } = await load(
    "modules/customer/services/customer/createCustomer",
  );
  await createCustomer({
    full_name: "Emma Lopez",
    email: "emma@evershop.test",
    password: "webserv-emma1",
  });
}

async function seedShipping() {
  const zone = await insert("shipping_zone").given({ name: "United States" }).execute(pool);
  await insert("shipping_zone_country")
    .given({ zone_id: zone.insertId, country: "US" })
    .execute(pool);
  await insert("shipping_zone_provider")
    .given({ zone_id: zone.insertId, provider_code: "core", is_enabled: true })
    .execute(pool);
  for (const [index, [name, cost]] of [
    ["Standard delivery", 5],
    ["Express delivery", 15],
  ].entries()) {
    const method = await insert("core_shipping_method")
      .given({ name, is_enabled: true, sort_order: index })
      .execute(pool);
    await insert("core_shipping_method_rate")
      .given({ method_id: method.insertId, zone_id: zone.insertId, is_enabled: true, cost })
      .execute(pool);
  }
}

async function seedCategories() {
  const { default: createCategory } = await load(
    "modules/catalog/services/category/createCategory",
  );
  // The shop handles events side by side: a product's before its category's is left without it in its address.
  const { default: giveAddress } = await load(
    "modules/catalog/subscribers/category_created/buildUrlRewrite",
  );
  const ids = {};
  for (const [position, name] of Object.keys(catalogue).entries()) {
    const category = await createCategory(
      {
        name,
        url_key: name.toLowerCase(),
        description: text(`Everything for ${name.toLowerCase()}.`),
        meta_title: name,
        status: 1,
        include_in_nav: 1,
        show_products: 1,
        position,
      },
      {},
    );
    const category_id = category.insertId;
    const row = await select().from("category").where("category_id", "=", category_id).load(pool);
    await giveAddress({ category_id, uuid: row.uuid });
    ids[name] = category_id;
  }
  return ids;
}

async function seedProducts(categories) {
  const { default: createProduct } = await load("modules/catalog/services/product/createProduct");
  await mkdir("/opt/evershop/media/catalog", { recursive: true });
  const kinds = Object.entries(catalogue).flatMap(([category, names]) =>
    names.map((name) => [category, name]),
  );
  const collections = await select().from("collection").execute(pool);
  for (let i = 0; i < PRODUCTS; i += 1) {
    const [category, kind] = kinds[i % kinds.length];
    const make = makes[Math.floor(i / kinds.length) % makes.length];
    const colour = Object.keys(colours)[(i * 5 + Math.floor(i / kinds.length)) % 6];
    const name = `${make} ${kind} ${colour}`;
    const key = `${name.toLowerCase().replaceAll(" ", "-")}-${i + 1}`;
    const picture = `catalog/${key}.jpg`;
    await draw(`/opt/evershop/media/${picture}`, name, colours[colour], i);
    const attributes = [{ attribute_code: "color", value: String(option("color", colour) ?? "") }];
    if (category === "Clothing")
      attributes.push({
        attribute_code: "size",
        value: String(option("size", sizes[i % 4]) ?? ""),
      });
    const product = await createProduct(
      {
        type: "simple",
        name,
        sku: `HS-${String(i + 1).padStart(4, "0")}`,
        url_key: key,
        price: 5 + ((i * 37) % 400) + 0.5 * (i % 2),
        weight: 1 + (i % 5),
        qty: 50 + (i % 150),
        manage_stock: 1,
        stock_availability: 1,
        status: 1,
        visibility: 1,
        group_id: groupId,
        package_id: packages.package_id,
        category_id: categories[category],
        description: text(
          `The ${name} is made to be used every day and repaired when it needs it. It comes with a card that says who made it.`,
        ),
        short_description: `${kind} by ${make}, in ${colour.toLowerCase()}.`,
        meta_title: name,
        meta_description: `${kind} by ${make}`,
        images: [`/assets/${picture}`],
        attributes,
      },
      {},
    );
    if (i < 24) {
      const { collection_id } = collections[i < 12 ? 0 : i % collections.length];
      await insert("product_collection")
        .given({ collection_id, product_id: product.insertId })
        .execute(pool);
    }
  }
}

/** A new shop's front page is empty, and leads nowhere. */
async function seedWidgets() {
  const { default: createWidget } = await load("modules/cms/services/widget/createWidget");
  const menus = Object.keys(catalogue).map((name) => ({
    id: name.toLowerCase(),
    uuid: name.toLowerCase(),
    type: "custom",
    name,
    label: name,
    url: `/${name.toLowerCase()}`,
    children: [],
  }));
  const widgets = [
    {
      name: "Main menu",
      type: "basic_menu",
      settings: { menus, isMain: true, className: "" },
      placements: [{ route: "all", area: "headerBottom", sort_order: 10 }],
    },
    {
      name: "Featured products",
      type: "collection_products",
      settings: { collection: "homepage", count: 12, countPerRow: 4, heading: "Featured products" },
      placements: [{ route: "homepage", area: "content", sort_order: 10 }],
    },
  ];
  for (const widget of widgets) await createWidget({ status: 1, ...widget }, {});
}

/** A picture that tells products apart. */
async function draw(file, name, colour, seed) {
  const shapes = Array.from({ length: 4 }, (_, n) => {
    const at = (k) => 60 + ((seed * 97 + n * 151 + k * 53) % 480);
    return n % 2 === 0
      ? `<circle cx="${at(1)}" cy="${at(2)}" r="${30 + (at(3) % 90)}" fill="hsl(${(seed * 47 + n * 80) % 360} 50% 60%)" fill-opacity="0.7"/>`
      : `<rect x="${at(1)}" y="${at(2)}" width="${40 + (at(3) % 160)}" height="${40 + (at(4) % 160)}" fill="hsl(${(seed * 31 + n * 60) % 360} 45% 45%)" fill-opacity="0.6"/>`;
  }).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="${colour}"/>${shapes}</svg>`;
  await sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toFile(file);
}

/** Text as EverShop's editor keeps it. */
function text(words) {
  const block = { id: "paragraph", type: "paragraph", data: { text: words } };
  const data = { time: 1729900000000, blocks: [block], version: "2.31.0" };
  return [
    { id: "row", size: 1, className: "md:grid-cols-1", columns: [{ id: "column", size: 1, data }] },
  ];
}
