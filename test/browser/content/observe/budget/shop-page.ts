// Writes a page that is longer than most budgets.

const NAMES = ["Pencil", "Lamp", "Canvas tote", "Atlas"];

/**
 * Writes a shop of so many products. Each has two links of one name, and every name is that of several products.
 */
export const shop = (count: number): string => {
  const cards = Array.from({ length: count }, (_, at) => {
    const name = `${NAMES[at % NAMES.length]} no ${at % 50}`;
    const text = "Sewn by hand in small numbers, from what is left of sails. ".repeat(1 + (at % 3));
    return `<li><a href="/p/${at}"><img width="40" height="40" alt="${name}"></a>
      <a href="/p/${at}">${name}</a><p>${text}</p><button>Add to cart</button></li>`;
  });
  return `<!doctype html><title>Shop</title><main><h1>Shop</h1><ul aria-label="List">${cards.join("")}</ul></main>
    <footer><button>Add to cart</button><a href="/about">About</a></footer>`;
};
