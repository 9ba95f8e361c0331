// Makes pages above any small budget from a seed: lists, tables, cards and forms full of similar things.
import { Random } from "../fuzz/random.ts";
import { NOUNS, PEOPLE, STATES, words } from "./seeded-words.ts";

type Tag = keyof HTMLElementTagNameMap;

/** Makes one load of the page of a seed; each load makes the same things, of elements of its own. */
export class SeededPage {
  readonly #random: Random;
  readonly #things = new WeakMap<Element, string>();
  readonly #elements = new Map<string, WeakRef<Element>>();
  /** The lists that acts change, with the elements that hold them. */
  readonly #lists: {
    readonly holder: Element;
    readonly entry: (at: number) => Element;
    next: number;
  }[] = [];
  readonly #sliders: HTMLInputElement[] = [];
  #part = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
    const random = this.#random;
    document.title = `Page ${seed}`;
    const kinds: (() => Element)[] = [
      () => this.#nav(),
      () => this.#products(),
      () => this.#table(),
      () => this.#cards(),
      () => this.#teasers(),
      () => this.#settings(),
      () => this.#threads(),
      () => this.#prose(),
    ];
    const main = this.#element("main");
    const first = kinds[random.below(kinds.length)];
    for (let parts = 2 + random.below(3); parts > 0; parts--) {
      const kind = random.chance(0.3) ? first : kinds[random.below(kinds.length)];
      if (kind !== undefined) main.append(kind());
    }
    const body = [this.#nav(), main];
    if (random.chance(0.5)) body.push(this.#nav());
    document.body.replaceChildren(...body);
  }

  /** Returns the thing that the element is, whichever load of the page it belongs to. */
  thingOf(element: Element): string | undefined {
    return this.#things.get(element);
  }

  /** Returns the element that is this thing, if it is in the document. */
  elementOf(thing: string): Element | undefined {
    const element = this.#elements.get(thing)?.deref();
    return element?.isConnected === true ? element : undefined;
  }

  /** Does what a click would do on a page like this. */
  act(random: Random): string {
    const list = this.#lists[random.below(this.#lists.length)];
    const slider = this.#sliders[random.below(this.#sliders.length)];
    switch (random.below(6)) {
      case 0:
        if (slider === undefined) break;
        slider.value = String(random.below(200));
        slider.dispatchEvent(new Event("input"));
        return "slider";
      case 1:
        if (list === undefined) break;
        for (let times = random.below(4); times >= 0; times--) {
          list.holder.append(list.entry(list.next++));
        }
        return "append";
      case 2: {
        const entry = list?.holder.children[random.below(list.holder.children.length)];
        const toggle = entry?.querySelector("button");
        if (toggle == null) break;
        toggle.textContent = toggle.textContent === "Follow" ? "Following" : toggle.textContent;
        toggle.toggleAttribute("aria-pressed");
        return "toggle";
      }
      case 3:
        scrollTo(0, random.below(document.documentElement.scrollHeight));
        return "scroll";
      case 4: {
        const controls = [...document.querySelectorAll<HTMLElement>("button, a, input")];
        controls[random.below(controls.length)]?.focus();
        return "focus";
      }
      case 5:
        if (list === undefined) break;
        list.holder.children[random.below(list.holder.children.length)]?.remove();
        return "remove";
    }
    return "nothing";
  }

  #nav(): Element {
    const names = ["Home", "Shop", "About", "Offers", "More", "Help", "Account"];
    const nav = this.#element("nav");
    for (let count = 3 + this.#random.below(6); count > 0; count--) {
      const name = names[this.#random.below(names.length)] ?? "";
      nav.append(this.#link(name, `/${name.toLowerCase()}`), " ");
    }
    return nav;
  }

  #products(): Element {
    const [random, part] = [this.#random, this.#next()];
    const [isOwn, hasPicture, hasBadge] = [
      random.chance(0.4),
      random.chance(0.6),
      random.chance(0.4),
    ];
    return this.#list(part, "ul", (at) => {
      const own = new Random(part * 1000 + at);
      const name = isOwn ? `${own.pick(NOUNS)} no ${at}` : own.pick(NOUNS);
      const entry = this.#element("li");
      if (hasBadge && own.chance(0.5))
        entry.append(this.#element("span", own.pick(["New", "Sale"])));
      if (hasPicture) {
        const picture = document.createElement("img");
        picture.alt = name;
        picture.width = picture.height = 40;
        const link = this.#link("", `/p/${at}`, `${part}.${at}.picture`);
        link.append(picture);
        entry.append(link);
      }
      entry.append(this.#link(name, `/p/${at}`, `${part}.${at}.title`));
      entry.append(this.#element("p", words(own, 10)));
      entry.append(this.#control("Add to cart", `${part}.${at}.add`));
      return entry;
    });
  }

  #table(): Element {
    const [random, part] = [this.#random, this.#next()];
    const isOwn = random.chance(0.5);
    const table = this.#element("table");
    const body = this.#element("tbody");
    table.append(body);
    this.#fill(body, (at) => {
      const own = new Random(part * 1000 + at);
      const row = this.#element("tr");
      const cells = [
        this.#element("td", own.chance(0.5) ? own.pick(STATES) : String(own.below(30))),
        this.#element("td", own.pick(PEOPLE)),
        this.#element("td"),
        this.#element("td"),
      ];
      cells[2]?.append(
        this.#link(
          isOwn ? `Order ${at}` : `Order ${own.below(9)}`,
          `/o/${at}`,
          `${part}.${at}.order`,
        ),
      );
      cells[3]?.append(
        this.#control("Edit", `${part}.${at}.edit`),
        this.#control("Delete", `${part}.${at}.delete`),
      );
      row.append(...cells);
      return row;
    });
    return this.#section(part, table);
  }

  #cards(): Element {
    const part = this.#next();
    const holder = this.#element("div");
    this.#fill(holder, (at) => {
      const own = new Random(part * 1000 + at);
      const card = this.#element("div");
      card.className = "card";
      if (part % 2 === 0) card.append(this.#element("h3", own.pick(NOUNS)));
      else card.append(this.#element("p", `${own.pick(PEOPLE)} wrote`));
      card.append(this.#element("p", words(own, 14)));
      card.append(this.#control("Follow", `${part}.${at}.follow`));
      if (own.chance(0.5)) card.append(this.#control("Hide", `${part}.${at}.hide`));
      return card;
    });
    return this.#section(part, holder);
  }

  #teasers(): Element {
    const part = this.#next();
    return this.#list(part, "ol", (at) => {
      const own = new Random(part * 1000 + at);
      const entry = this.#element("li");
      entry.append(words(own, 12), " ", this.#link("Read more", `/t/${at}`, `${part}.${at}.more`));
      return entry;
    });
  }

  #settings(): Element {
    const part = this.#next();
    const form = this.#element("form");
    for (let at = 0; at < 2 + this.#random.below(6); at++) {
      const label = this.#element("label");
      const input = this.#thing(this.#element("input"), `${part}.${at}.slider`);
      input.type = "range";
      input.max = "200";
      input.value = String(this.#random.below(200));
      const title = this.#random.pick(["Price", "Volume", "Size", "Speed"]);
      const words = this.#element("span", `${title} ${input.value}`);
      input.addEventListener("input", () => void (words.textContent = `${title} ${input.value}`));
      label.append(words, input);
      form.append(label);
      this.#sliders.push(input);
    }
    return this.#section(part, form);
  }

  #threads(): Element {
    const part = this.#next();
    const inner = 1 + this.#random.below(this.#random.chance(0.2) ? 40 : 5);
    return this.#list(
      part,
      "ul",
      (at) => {
        const own = new Random(part * 1000 + at);
        const thread = this.#element("li", own.pick(PEOPLE));
        thread.append(this.#control("Reply", `${part}.${at}.reply`));
        const comments = this.#element("ul");
        for (let comment = 0; comment < inner; comment++) {
          const each = this.#element("li", `${own.pick(PEOPLE)}: ${words(own, 3)} `);
          each.append(this.#control("Reply", `${part}.${at}.${comment}.reply`));
          comments.append(each);
        }
        thread.append(comments);
        return thread;
      },
      34,
    );
  }

  #prose(): Element {
    const part = this.#next();
    const holder = this.#element("div");
    for (let count = 3 + this.#random.below(12); count > 0; count--) {
      const text = this.#element("p", `${words(this.#random, 30)} `);
      if (this.#random.chance(0.4)) {
        text.append(this.#link(this.#random.pick(["here", "this page", "sources"]), `/${count}`));
      }
      holder.append(text);
    }
    return this.#section(part, holder);
  }

  #list(part: number, tag: "ul" | "ol", entry: (at: number) => Element, most = 45): Element {
    const list = this.#element(tag);
    this.#fill(list, entry, most);
    return this.#section(part, list);
  }

  #fill(holder: Element, entry: (at: number) => Element, most = 45): void {
    const count = 4 + this.#random.below(most);
    for (let at = 0; at < count; at++) holder.append(entry(at));
    this.#lists.push({ holder, entry, next: count });
  }

  #section(part: number, content: Element): Element {
    const section = this.#element("section");
    const title = this.#random.pick(["Products", "Orders", "News", "Settings"]);
    if (this.#random.chance(0.8)) section.append(this.#element("h2", title));
    if (this.#random.chance(0.3)) section.append(this.#control("Edit", `${part}.head.edit`));
    section.append(content);
    if (this.#random.chance(0.3)) section.append(this.#control("Show all", `${part}.foot.all`));
    return section;
  }

  #link(name: string, address: string, thing = `${this.#next()}.link`): HTMLAnchorElement {
    const link = this.#thing(this.#element("a", name), thing);
    link.href = address;
    return link;
  }

  #control(name: string, thing: string): HTMLButtonElement {
    return this.#thing(this.#element("button", name), thing);
  }

  #element<T extends Tag>(tag: T, text = ""): HTMLElementTagNameMap[T] {
    const element = document.createElement(tag);
    if (text !== "") element.append(text);
    return element;
  }

  #thing<T extends Element>(element: T, thing: string): T {
    this.#things.set(element, thing);
    this.#elements.set(thing, new WeakRef(element));
    return element;
  }

  #next(): number {
    return ++this.#part;
  }
}
