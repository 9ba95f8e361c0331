// Money and dates as people read them.
const MONEY = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function money(cents: number): string {
  return MONEY.format(cents / 100);
}

/** A day given as yyyy-mm-dd, or the day of an ISO time, in UTC. */
export function longDate(date: string): string {
  return DAY.format(new Date(date));
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function optionText(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
