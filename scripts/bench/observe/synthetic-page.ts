// Makes pages of a given number of nodes: a shop's list of products and a table of orders, no two entries alike.

const MATERIALS = ["Canvas", "Linen", "Oak", "Copper", "Wool", "Glass", "Cork", "Slate", "Leather"];
const THINGS = ["tote", "lamp", "stool", "kettle", "throw", "vase", "board", "clock", "satchel"];
const WORDS =
  "made by hand in small numbers from what grows nearby and meant to be used every day for years without care".split(
    " ",
  );
const CITIES = ["Bergen", "Porto", "Kraków", "Ghent", "Malmö", "Tartu", "Split", "Graz"];

/** Returns the HTML of a page whose document has `nodes` elements and texts, or a few more. */
export function syntheticPage(nodes: number): string {
  const products: string[] = [];
  const orders: string[] = [];
  let count = nodesIn(page([], []));
  for (let index = 0; count < nodes; index++) {
    // Two entries of three are cards, which most pages are made of.
    const entry = index % 3 === 2 ? order(index) : product(index);
    (index % 3 === 2 ? orders : products).push(entry);
    count += nodesIn(entry);
  }
  return page(products, orders);
}

/** Counts elements and texts in HTML that closes its tags and has no text of white space alone. */
export function nodesIn(html: string): number {
  return (html.match(/<[a-z]|>[^<]+</g) ?? []).length;
}

function page(products: readonly string[], orders: readonly string[]): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Synthetic shop</title><style>${STYLE}</style></head><body>`,
    `<header><a class="logo" href="/">Harbour Street</a><nav aria-label="Main"><a href="/kitchen">Kitchen</a><a href="/living">Living</a><a href="/sale">Sale</a></nav><form role="search"><input type="search" name="q" placeholder="Search products"><button>Search</button></form></header>`,
    `<main><h1>All products</h1><ul class="cards">${products.join("")}</ul>`,
    `<h2>Orders</h2><table><thead><tr><th>Order</th><th>Customer</th><th>City</th><th>Total</th><th>Done</th><th>Actions</th></tr></thead><tbody>${orders.join("")}</tbody></table></main>`,
    `<footer><p>Harbour Street Store, since 1987</p></footer></body></html>`,
  ].join("");
}

const STYLE =
  ".cards{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;padding:0;list-style:none}.card{border:1px solid #ccc;padding:8px}.media{display:block;height:80px;background:#eee}.price{font-weight:bold}.more{cursor:pointer}table{border-collapse:collapse}td,th{padding:4px}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.gone{display:none}";

function product(index: number): string {
  const name = `${pick(MATERIALS, index)} ${pick(THINGS, index >> 1)} ${String(index + 1)}`;
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const old = index % 7 === 0 ? `<s>€ ${String(20 + (index % 80))}.00</s>` : "";
  const sold =
    index % 10 === 9
      ? `<span class="sr">Sold out</span><button disabled>Notify me</button>`
      : `<button type="button" data-sku="HS-${String(10_000 + index)}">Add to cart</button>`;
  const choice =
    index % 5 === 0
      ? `<select aria-label="Colour"><option>Natural</option><option>Black</option><option>Sea green</option></select>`
      : "";
  return `<li><article class="card"><a class="media" href="/p/${slug}" title="${name}"></a><h3><a href="/p/${slug}">${name}</a></h3><p class="price">€ ${String(9 + (index % 90))}.50 ${old}</p><p class="about">${sentence(index)}</p><div class="gone"><p>Delivered in ${String(1 + (index % 6))} days</p></div><label><input type="checkbox" name="compare" value="${String(index)}"> Compare</label><div class="row"><span class="more" tabindex="0" role="button">Details</span>${choice}${sold}</div></article></li>`;
}

function order(index: number): string {
  const number = 70_000 + index;
  return `<tr><td><a href="/orders/${String(number)}">#${String(number)}</a></td><td>Customer ${String(index)}</td><td>${pick(CITIES, index)}</td><td>€ ${String(30 + (index % 400))}.00</td><td><input type="checkbox" aria-label="Order ${String(number)} done"></td><td><button>Edit</button><button>Refund</button></td></tr>`;
}

function sentence(index: number): string {
  const from = index % WORDS.length;
  return [...WORDS.slice(from), ...WORDS.slice(0, from)].slice(0, 8 + (index % 6)).join(" ");
}

function pick(words: readonly string[], index: number): string {
  return words[index % words.length] ?? "";
}
