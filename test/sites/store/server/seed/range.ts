// Says what a range of products is, from which the products of a category are made.
export type Range = {
  slug: string;
  name: string;
  department: string;
  /** Prices in whole pounds, lowest and highest. */
  price: [number, number];
  nouns: string[];
  brands: string[];
  colours: string[];
  /** An option the customer has to choose, with the share of the price each value adds. */
  choice?: { name: string; values: string[]; step: number };
  materials: string[];
  uses: string[];
  features: string[];
};
