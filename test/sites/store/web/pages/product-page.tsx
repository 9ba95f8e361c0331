// One product: picture, options, and putting it into the cart.
import { useState } from "preact/hooks";
import { ProductDetail, type OptionValues } from "../../contract/catalogue.ts";
import { Breadcrumbs } from "../breadcrumbs.tsx";
import { count, money } from "../format.ts";
import { ProductGrid } from "../listing/product-card.tsx";
import { Rating } from "../listing/rating.tsx";
import { BuyForm } from "../product/buy-form.tsx";
import { initialOptions, variantFor } from "../product/variants.ts";
import { useResource } from "../resource.ts";
import { useTitle } from "../title.ts";
import { ProblemPage } from "./not-found-page.tsx";

export function ProductPage({ slug }: { slug: string }) {
  const { data, problem } = useResource(ProductDetail, `/products/${encodeURIComponent(slug)}`);
  useTitle(data?.name);
  if (problem) return <ProblemPage problem={problem} />;
  if (!data) return <p class="page loading">Loading…</p>;
  return <Product product={data} />;
}

function Product({ product }: { product: ProductDetail }) {
  const [options, setOptions] = useState<OptionValues>(() => initialOptions(product));
  const variant = variantFor(product, options);
  const colour = options["Colour"];
  const image = colour ? `${product.image}?colour=${encodeURIComponent(colour)}` : product.image;
  return (
    <div class="page">
      <Breadcrumbs parents={[product.department, product.category]} current={product.name} />
      <div class="product">
        <img
          class="product-picture"
          src={image}
          alt={`${product.name}${colour ? ` in ${colour.toLowerCase()}` : ""}`}
          width="400"
          height="400"
        />
        <div class="product-facts">
          <p class="card-brand">
            <a href={`/search?brand=${encodeURIComponent(product.brand)}`}>{product.brand}</a>
          </p>
          <h1>{product.name}</h1>
          <p class="product-rating">
            <Rating rating={product.rating} /> {product.rating.toFixed(1)} ·{" "}
            {count(product.reviewCount, "review")}
          </p>
          <p class="product-price" aria-live="polite">
            {!variant && product.priceVaries && "from "}
            {money(variant?.priceCents ?? product.priceCents)}{" "}
            {product.listPriceCents !== null && <s>{money(product.listPriceCents)}</s>}
          </p>
          <p>{product.description}</p>
          <BuyForm product={product} options={options} onOptions={setOptions} />
          <ul class="features" aria-label="Features">
            {product.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </div>
      </div>
      <section aria-labelledby="related">
        <h2 id="related">You may also like</h2>
        <ProductGrid products={product.related} label="You may also like" />
      </section>
    </div>
  );
}
