// Which environment this worker serves, and the browser's lasting id in it.
import browser from "webextension-polyfill";

/**
 * Contexts of one browser share their storage, so all that is stored is keyed by this. Between a
 * person's windows and their incognito ones the browser itself tells the difference.
 */
export function environmentName(): string {
  return browser.extension.inIncognitoContext ? "incognito" : "regular";
}

/** Kept by the profile: the same after a restart of the browser. */
export async function browserIdOf(environment: string): Promise<string> {
  const key = `browserId/${environment}`;
  const stored: unknown = (await browser.storage.local.get(key))[key];
  if (typeof stored === "string" && stored !== "") return stored;
  const made = crypto.randomUUID();
  await browser.storage.local.set({ [key]: made });
  return made;
}

/** Such as Chromium 156.0.8078.79. */
export async function browserName(): Promise<string> {
  const data: unknown = Reflect.get(navigator, "userAgentData");
  if (hasFullVersions(data)) {
    const { fullVersionList } = await data.getHighEntropyValues(["fullVersionList"]);
    const brands = fullVersionList.filter(({ brand }) => !/not.?a.?brand/i.test(brand));
    const own = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
    if (own !== undefined) return `${own.brand} ${own.version}`;
  }
  return /Chrome\/[\d.]+/.exec(navigator.userAgent)?.[0].replace("/", " ") ?? "unknown browser";
}

interface FullVersions {
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly fullVersionList: readonly { readonly brand: string; readonly version: string }[];
  }>;
}

function hasFullVersions(data: unknown): data is FullVersions {
  return typeof data === "object" && data !== null && "getHighEntropyValues" in data;
}
