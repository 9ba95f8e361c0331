// Finds out which environment this worker serves, and the browser's lasting id in it.
import { ENVIRONMENT_HOST, environmentId } from "@webserv/shared/model/environment.ts";
import browser from "webextension-polyfill";
import * as z from "zod/mini";

/** The key under which the regular worker of a browser with environments stores the token for their workers. */
const TOKEN_KEY = "environments/token";
/** Parses the answer of an environment's own proxy. */
const identity = z.object({ environmentId });
const ASK_TIMEOUT_MS = 5_000;
const ASK_AGAIN_MS = 250;

export interface Environment {
  /** The name that is part of every storage key, since contexts of one browser share their storage. */
  readonly name: string;
  /** The token for the connection to the daemon; undefined if that goes through the native host. */
  readonly token: string | undefined;
}

/**
 * Finds the environment. The browser itself tells a person's windows from their incognito ones. The contexts of a
 * browser with environments differ only by their proxies, each of which answers with its environment's id. The proxy
 * is asked at each start of the worker, since a context has no storage of its own.
 */
export async function findEnvironment(): Promise<Environment> {
  if (!browser.extension.inIncognitoContext) return { name: "regular", token: undefined };
  const token: unknown = (await browser.storage.session.get(TOKEN_KEY))[TOKEN_KEY];
  if (typeof token !== "string") return { name: "incognito", token: undefined };
  return { name: await askIdentity(), token };
}

/** Lets this browser's other contexts be environments, which connect with `token`. */
export async function carryEnvironments(token: string): Promise<void> {
  await browser.storage.session.set({ [TOKEN_KEY]: token });
}

/** Asks until there is an answer, since nothing may be stored under another name. */
async function askIdentity(): Promise<string> {
  for (;;) {
    try {
      const answer = await fetch(`http://${ENVIRONMENT_HOST}/`, {
        signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
      });
      if (answer.ok) return identity.parse(await answer.json()).environmentId;
    } catch {
      // A busy proxy may not answer in time.
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Returns an id that the profile keeps over restarts of the browser; for an environment, its own id. */
export async function browserIdOf({ name, token }: Environment): Promise<string> {
  if (token !== undefined) return name;
  const key = `browserId/${name}`;
  const stored: unknown = (await browser.storage.local.get(key))[key];
  if (typeof stored === "string" && stored !== "") return stored;
  const made = crypto.randomUUID();
  await browser.storage.local.set({ [key]: made });
  return made;
}

/** Returns a name such as "Chromium 156.0.8078.79". */
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
