// The pages of a list, as links.
import { withQuery, type Place } from "../navigation.ts";

type Props = { place: Place; page: number; pageCount: number };

export function Pagination({ place, page, pageCount }: Props) {
  if (pageCount < 2) return null;
  const to = (target: number) => withQuery(place, { page: target === 1 ? null : String(target) });
  return (
    <nav class="pagination" aria-label="Pages">
      <ul>
        <li>
          {page > 1 && (
            <a href={to(page - 1)} rel="prev">
              Previous page
            </a>
          )}
        </li>
        {pagesAround(page, pageCount).map((target, index) => (
          <li key={target ?? `gap ${index}`}>
            {target === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={to(target)}
                aria-label={`Page ${target}`}
                {...(target === page ? { "aria-current": "page" as const } : {})}
              >
                {target}
              </a>
            )}
          </li>
        ))}
        <li>
          {page < pageCount && (
            <a href={to(page + 1)} rel="next">
              Next page
            </a>
          )}
        </li>
      </ul>
    </nav>
  );
}

/** First, last and the neighbours of the page shown; null stands for a gap. */
function pagesAround(page: number, pageCount: number): (number | null)[] {
  const near = Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (target) => target === 1 || target === pageCount || Math.abs(target - page) <= 1,
  );
  return near.flatMap((target, index) => {
    const before = near[index - 1] ?? 0;
    return target - before > 1 ? [null, target] : [target];
  });
}
