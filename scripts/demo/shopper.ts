// Shops by a script: it reads observations, looks for words in them, and knows nothing of any page's code.
import type { Action } from "@webserv/shared/model/action.ts";
import type { InputState, Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";

/** Carries out one action and resolves with the step; throws if the action was not done. */
export type Act = (action: Action) => Promise<Step>;

/** Says what the shopper is to buy, in a person's words. */
export interface ShoppingList {
  readonly search: string;
  readonly sort: string;
  /** The menu to open, and the choice to make there. */
  readonly department: string;
  readonly category: string;
  readonly product: string;
  readonly email: string;
  /** The date of delivery, yyyy-mm-dd. */
  readonly deliveryDate: string;
}

export interface Purchase {
  readonly orderId: string;
  readonly product: string;
  readonly quantity: number;
  readonly email: string;
  readonly deliveryDate: string;
}

/**
 * Searches, filters, sorts, opens a menu, chooses a product and its options, changes the quantity,
 * checks out and reads the order number.
 */
export async function goShopping(
  start: Observation,
  act: Act,
  list: ShoppingList,
): Promise<Purchase> {
  let page = start;
  const go = async (action: Action): Promise<void> => {
    const { observation } = await act(action);
    if (observation === null) throw new Error(`there is no page to read after ${action.type}`);
    page = observation;
  };
  const type = async (field: string, text: string): Promise<void> =>
    await go({ type: "type", id: idWith(inputIds(page), field), text });
  const click = async (words: string): Promise<void> =>
    await go({ type: "click", id: idWith(page.clickable, words) });

  await type("search", list.search);
  await go({ type: "press", key: "Enter" });
  await click("in stock");
  await go({ type: "select", id: idWith(selectIds(page), "sort"), options: [list.sort] });

  const menuBefore = new Set(page.clickable);
  await go({ type: "hover", id: idWith(page.hoverable, list.department) });
  const appeared = page.clickable.filter((id) => !menuBefore.has(id));
  await go({ type: "click", id: idWith(appeared, list.category) });
  await go({ type: "click", id: linkNamed(page, list.product) });

  for (const option of openChoices(page)) await go({ type: "click", id: option });
  await click("add to cart");
  await click("increase quantity");
  const quantity = Number(valueOf(page, "quantity"));
  await click("checkout");

  await type("full name", "Ada Lovelace");
  await type("email", list.email);
  await type("street", "12 St James's Square");
  await type("city", "London");
  await type("postcode", "SW1Y 4JH");
  await go({
    type: "select",
    id: idWith(selectIds(page), "country"),
    options: ["United Kingdom"],
  });
  await type("delivery date", list.deliveryDate);
  await click("invoice");
  await click("accept");
  await click("place order");

  const orderId = /\bST-\d+\b/.exec(page.html)?.[0];
  if (orderId === undefined) {
    throw new Error(`the page at ${page.url} shows no order number:\n${page.html.slice(0, 4000)}`);
  }
  const { product, email, deliveryDate } = list;
  return { orderId, product, quantity, email, deliveryDate };
}

function inputIds(page: Observation): readonly string[] {
  return page.inputs.map(({ id }) => id);
}

function selectIds(page: Observation): readonly string[] {
  return page.selects.map(({ id }) => id);
}

/** Returns the last id that holds all the words, since something opened last, such as a dialog, comes last. */
function idWith(ids: readonly string[], words: string): string {
  const wanted = words.toLowerCase().split(/\W+/);
  const found = ids.findLast((id) => wanted.every((word) => id.includes(word)));
  if (found === undefined) throw new Error(`no id holds "${words}" among: ${ids.join(", ")}`);
  return found;
}

/** Returns the id of the first link whose text holds `name`. */
function linkNamed(page: Observation, name: string): string {
  for (const [, id, inside] of page.html.matchAll(/<a id="([^"]+)"[^>]*>(.*?)<\/a>/gs)) {
    if (id !== undefined && inside?.replaceAll(/<[^>]+>/g, " ").includes(name) === true) return id;
  }
  throw new Error(`no link is named "${name}" on ${page.url}`);
}

/** Returns the first choice of each group of radio buttons in which none is chosen. */
function openChoices(page: Observation): readonly string[] {
  const groups = new Map<string, InputState[]>();
  for (const input of page.inputs) {
    if (input.type !== "radio") continue;
    const group = input.id.slice(0, input.id.lastIndexOf("."));
    groups.set(group, [...(groups.get(group) ?? []), input]);
  }
  return [...groups.values()].flatMap((group) => {
    const first = group.find((input) => !input.id.includes("sold-out"));
    return first === undefined || group.some(({ checked }) => checked) ? [] : [first.id];
  });
}

function valueOf(page: Observation, words: string): string {
  const id = idWith(inputIds(page), words);
  return page.inputs.find((input) => input.id === id)?.value ?? "";
}
