// The countries the shop delivers to, with the form their postcodes take.
export const COUNTRIES = [
  {
    code: "GB",
    name: "United Kingdom",
    pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
    example: "SW1A 2AA",
  },
  { code: "IE", name: "Ireland", pattern: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i, example: "D02 AF30" },
  { code: "FR", name: "France", pattern: /^\d{5}$/, example: "75001" },
  { code: "DE", name: "Germany", pattern: /^\d{5}$/, example: "10115" },
  { code: "NL", name: "Netherlands", pattern: /^\d{4} ?[A-Z]{2}$/i, example: "1011 AB" },
  { code: "ES", name: "Spain", pattern: /^\d{5}$/, example: "28001" },
  { code: "SE", name: "Sweden", pattern: /^\d{3} ?\d{2}$/, example: "111 22" },
  { code: "US", name: "United States", pattern: /^\d{5}(-\d{4})?$/, example: "94103" },
] as const;

export type CountryCode = (typeof COUNTRIES)[number]["code"];

/** Whether a postcode looks right for its country. */
export function isPostcode(country: CountryCode, postcode: string): boolean {
  return find(country)?.pattern.test(postcode.trim()) ?? false;
}

export function postcodeExample(country: CountryCode): string {
  return find(country)?.example ?? "";
}

export function countryName(country: string): string {
  return COUNTRIES.find((candidate) => candidate.code === country)?.name ?? country;
}

function find(country: CountryCode) {
  return COUNTRIES.find((candidate) => candidate.code === country);
}
