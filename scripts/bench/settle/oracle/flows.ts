// Describes what people do in real applications, step by step, in a form that both WebServ and its peers can follow.

export interface FlowStep {
  readonly act: "click" | "type";
  /** WebServ's id: the whole, or its last parts. */
  readonly id: string;
  /** A selector of puppeteer's, for the peers. */
  readonly selector: string;
  readonly text?: string;
}

/** Holds a page and its steps, each after the last one has come to rest. */
export interface Flow {
  readonly name: string;
  readonly path: string;
  readonly steps: readonly FlowStep[];
}

export const storeFlows: readonly Flow[] = [
  {
    name: "store: browsing",
    path: "/",
    steps: [
      { act: "click", id: "departments.bags", selector: "nav ::-p-text(Bags)" },
      { act: "click", id: "pages.page-2", selector: 'nav ::-p-aria([name="Page 2"])' },
      { act: "click", id: "brand.cragmark", selector: "label ::-p-text(Cragmark)" },
      { act: "type", id: "search-the-shop", selector: "#search", text: "mug" },
    ],
  },
  {
    name: "store: buying",
    path: "/p/zephyr-weekend-bag",
    steps: [
      { act: "click", id: "capacity-required.45-l", selector: "label ::-p-text(45 L)" },
      { act: "click", id: "add-to-cart", selector: "button::-p-text(Add to cart)" },
      { act: "click", id: "close-cart", selector: '[aria-label="Close cart"]' },
    ],
  },
  {
    name: "store: signing in",
    path: "/sign-in",
    steps: [
      {
        act: "type",
        id: "email-address",
        selector: 'input[type="email"]',
        text: "demo@store.test",
      },
      { act: "type", id: "password", selector: 'input[type="password"]', text: "demo-pass" },
      { act: "click", id: "sign-in-2", selector: 'main button[type="submit"]' },
    ],
  },
];
