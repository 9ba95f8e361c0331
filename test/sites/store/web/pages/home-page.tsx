// The shop's front page.
import { Departments, Home, type Department } from "../../contract/catalogue.ts";
import { count } from "../format.ts";
import { Icon } from "../icons.tsx";
import { ProductGrid } from "../listing/product-card.tsx";
import { useResource } from "../resource.ts";
import { useTitle } from "../title.ts";

export function HomePage() {
  useTitle(undefined);
  const { data: menu } = useResource(Departments, "/categories");
  const { data: home, problem } = useResource(Home, "/home");
  return (
    <div class="page">
      <section class="hero">
        <div>
          <p class="hero-kicker">Autumn at Fernway</p>
          <h1>Made for weather, made to last</h1>
          <p>Jackets, boots, tents and the mug to come home to: things we use ourselves.</p>
          <p class="hero-links">
            <a class="button button-primary" href="/c/clothing">
              Shop clothing
            </a>
            <a class="button" href="/c/camping">
              Shop camping
            </a>
          </p>
        </div>
        <Landscape />
      </section>
      <ul class="promises">
        <li>
          <Icon name="truck" /> Free delivery from £60
        </li>
        <li>
          <Icon name="leaf" /> Repairs on everything
        </li>
        <li>
          <Icon name="shield" /> 30 days to return
        </li>
      </ul>
      <section aria-labelledby="departments">
        <h2 id="departments">Departments</h2>
        <ul class="tiles">
          {menu?.departments.map((entry) => (
            <Tile key={entry.slug} {...entry} />
          ))}
        </ul>
      </section>
      {problem && <p role="alert">{problem.message}</p>}
      {home && (
        <>
          <section aria-labelledby="best-sellers">
            <h2 id="best-sellers">Best sellers</h2>
            <ProductGrid products={home.bestSellers} label="Best sellers" />
          </section>
          <section aria-labelledby="new-arrivals">
            <h2 id="new-arrivals">New arrivals</h2>
            <ProductGrid products={home.newArrivals} label="New arrivals" />
          </section>
        </>
      )}
    </div>
  );
}

function Tile({ slug, name, count: products }: Department) {
  return (
    <li>
      <a class="tile" href={`/c/${slug}`}>
        <strong>{name}</strong>
        <span class="muted">{count(products, "product")}</span>
      </a>
    </li>
  );
}

function Landscape() {
  return (
    <svg class="hero-picture" viewBox="0 0 480 300" aria-hidden="true">
      <rect width="480" height="300" fill="#f3dfb8" />
      <circle cx="350" cy="92" r="42" fill="#e9a45b" />
      <path d="M0 190l90-80 70 60 90-110 120 130 60-40 50 40v110H0z" fill="#86a795" />
      <path d="M0 230l80-40 90 40 110-60 90 50 110-40v120H0z" fill="#4a7f68" />
      <path d="M0 262q120-40 240-8t240-14v60H0z" fill="#1f5b45" />
      <path d="M150 262l44-70 44 70z" fill="#c9622f" />
      <path d="M194 192l-18 70h34z" fill="#7d3715" />
      <path
        d="M330 258v-54m0 4l-18 26h36zm0 18l-22 26h44z"
        fill="#173f31"
        stroke="#173f31"
        stroke-width="4"
      />
      <path
        d="M384 262v-40m0 2l-14 20h28zm0 14l-17 20h34z"
        fill="#173f31"
        stroke="#173f31"
        stroke-width="4"
      />
    </svg>
  );
}
