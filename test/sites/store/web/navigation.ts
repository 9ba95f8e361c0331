// Client-side routing: real addresses through the History API, plain links everywhere.
import { useEffect, useState } from "preact/hooks";

export type Place = { path: string; query: URLSearchParams };

const MOVED = "shop:moved";

/** Shows another address of the shop without loading a page. */
export function navigate(to: string, how: "push" | "replace" = "push"): void {
  if (how === "replace") history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  dispatchEvent(new Event(MOVED));
}

/** The address shown; renders again whenever it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const ended = new AbortController();
    const update = () => setPlace(currentPlace());
    addEventListener("popstate", update, { signal: ended.signal });
    addEventListener(MOVED, update, { signal: ended.signal });
    return () => ended.abort();
  }, []);
  return place;
}

/** Lets clicks on links within the shop move without a page load. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!isPlain || event.altKey || event.defaultPrevented) return;
    if (!(link instanceof HTMLAnchorElement) || link.target !== "") return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || to.hash !== "") return;
    event.preventDefault();
    navigate(to.pathname + to.search);
  });
}

/** An address with some of its query changed; `null` and empty values take a parameter away. */
export function withQuery(
  { path, query }: Place,
  changes: Record<string, string | string[] | null>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const item of [value ?? []].flat()) if (item !== "") next.append(name, item);
  }
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}

function currentPlace(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
