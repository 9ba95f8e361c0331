// Finds addresses that no element of the document loads: only `import()`, a stylesheet's `@import`
// or a worker can have asked for them.

/**
 * Modules that are fetched ahead may be needed later, by an `import()`, which is what is waited
 * for.
 */
const AHEAD = /(^|\s)modulepreload(\s|$)/i;

/** @returns those of the addresses that no script and no link of the document has */
export function unexplained(urls: readonly string[]): string[] {
  const explained = new Set<string>();
  for (const script of document.scripts) explained.add(script.src);
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[href]")) {
    if (!AHEAD.test(link.rel)) explained.add(link.href);
  }
  return urls.filter((url) => !explained.has(url));
}
