// Lists the requests of pages by which a browser opens a window of its own. It is free of zod: the page script carries
// it.

/**
 * program: another program, for an address such as mailto:; print: the printer; files: a file
 * chooser; permission: a permission, a device, a passkey or the like; sign-in: a name and a
 * password for HTTP.
 */
export const askKinds = ["program", "print", "files", "permission", "sign-in"] as const;
export type AskKind = (typeof askKinds)[number];

/** The longest address or name that is reported, in UTF-16 units. */
export const MAX_ASKED = 300;
/** Asks of a tab that are kept until a step reports them; a page can ask without end. */
export const MAX_ASKS = 20;

/**
 * Matches an address with a scheme that is none of the browser's own. The browser itself ignores
 * control characters and spaces before it (URL standard, "basic URL parser").
 */
export const FOREIGN_ADDRESS =
  // oxlint-disable-next-line no-control-regex
  /^[\0-\x20]*(?!(?:https?|about|blob|data|file|filesystem|javascript|view-source|devtools|chrome(?:-[a-z]+)?|edge|brave|wss?):)[a-z][a-z0-9+.-]*:/i;

/** Tells whether the browser would look for another program that opens this address. */
export function isForeignAddress(address: string): boolean {
  return FOREIGN_ADDRESS.test(address);
}
