// The departments; pointing at one, or focusing it, opens a panel with what is inside.
import { useEffect, useRef, useState } from "preact/hooks";
import { Departments, type Department } from "../../contract/catalogue.ts";
import type { Place } from "../navigation.ts";
import { useResource } from "../resource.ts";

/** Long enough to cross a neighbour on the way into the open panel. */
const OPEN_DELAY_MS = 60;
const CLOSE_DELAY_MS = 180;

export function MegaMenu({ place }: { place: Place }) {
  const { data } = useResource(Departments, "/categories");
  const [open, setOpen] = useState<string | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const change = (slug: string | null, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(slug), delayMs);
  };
  const closeNow = () => {
    clearTimeout(timer.current);
    setOpen(null);
  };
  useEffect(closeNow, [place]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <nav
      class="menu"
      aria-label="Departments"
      onKeyDown={(event) => event.key === "Escape" && closeNow()}
    >
      <ul class="menu-bar">
        {data?.departments.map((department) => (
          <li
            key={department.slug}
            onPointerEnter={(event) =>
              event.pointerType !== "touch" && change(department.slug, OPEN_DELAY_MS)
            }
            onPointerLeave={() => change(null, CLOSE_DELAY_MS)}
            onFocusCapture={() => change(department.slug, 0)}
            onBlurCapture={(event) => {
              const next = event.relatedTarget;
              if (!(next instanceof Node && event.currentTarget.contains(next))) change(null, 0);
            }}
          >
            <a
              class="menu-top"
              href={`/c/${department.slug}`}
              aria-haspopup="true"
              aria-expanded={open === department.slug}
              aria-controls={`menu-${department.slug}`}
            >
              {department.name}
            </a>
            {open === department.slug && <Panel department={department} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Panel({ department }: { department: Department }) {
  return (
    <div
      class="menu-panel"
      id={`menu-${department.slug}`}
      role="group"
      aria-label={department.name}
    >
      <div>
        <h2>Categories</h2>
        <ul>
          {department.categories.map(({ slug, name, count }) => (
            <li key={slug}>
              <a href={`/c/${slug}`}>{name}</a> <span class="muted">{count}</span>
            </li>
          ))}
          <li>
            <a href={`/c/${department.slug}`}>All {department.name}</a>{" "}
            <span class="muted">{department.count}</span>
          </li>
        </ul>
      </div>
      <div>
        <h2>Brands</h2>
        <ul class="menu-brands">
          {department.brands.map((brand) => (
            <li key={brand}>
              <a href={`/c/${department.slug}?brand=${encodeURIComponent(brand)}`}>{brand}</a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2>Discover</h2>
        <ul>
          <li>
            <a href={`/c/${department.slug}?sort=newest`}>New in {department.name}</a>
          </li>
          <li>
            <a href={`/c/${department.slug}?rating=4.5`}>Best rated</a>
          </li>
        </ul>
      </div>
    </div>
  );
}
