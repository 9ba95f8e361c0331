// Tells whether a person may sit at this browser.
import type { Environment } from "../platform/environment.ts";

/** Returns false if the browser has no window on a screen: in an environment, and in a headless browser. */
export function isAttended({ token }: Pick<Environment, "token">, userAgent: string): boolean {
  return token === undefined && !userAgent.includes("HeadlessChrome");
}
