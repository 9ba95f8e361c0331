// Where a page stands in the shop.
import type { CategoryRef } from "../contract/catalogue.ts";

export function Breadcrumbs({ parents, current }: { parents: CategoryRef[]; current: string }) {
  return (
    <nav class="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        {parents.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/c/${slug}`}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
