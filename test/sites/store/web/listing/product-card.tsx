// A product as lists show it.
import type { ProductCard as Product } from "../../contract/catalogue.ts";
import { colourHex } from "../../contract/colours.ts";
import { count, money } from "../format.ts";
import { Rating } from "./rating.tsx";

export function ProductCard({ product }: { product: Product }) {
  const { slug, name, brand, image, colours, inStock, isNew, listPriceCents } = product;
  return (
    <li class="card">
      <a class="card-link" href={`/p/${slug}`}>
        <span class="card-picture">
          <img src={image} alt="" width="400" height="400" loading="lazy" />
          {!inStock && <span class="badge badge-quiet">Sold out</span>}
          {inStock && listPriceCents !== null && <span class="badge badge-sale">Sale</span>}
          {inStock && listPriceCents === null && isNew && <span class="badge">New</span>}
        </span>
        <span class="card-brand">{brand}</span>
        <span class="card-name">{name}</span>
      </a>
      <Price product={product} />
      <div class="card-foot">
        <Rating rating={product.rating} reviewCount={product.reviewCount} />
        <span class="dots" role="img" aria-label={`In ${count(colours.length, "colour")}`}>
          {colours.map((colour) => (
            <span key={colour} class="dot" style={{ background: colourHex(colour) }} />
          ))}
        </span>
      </div>
    </li>
  );
}

function Price({ product }: { product: Product }) {
  return (
    <p class="price">
      {product.priceVaries && <span class="price-from">from </span>}
      <span class={product.listPriceCents === null ? "" : "price-sale"}>
        {money(product.priceCents)}
      </span>
      {product.listPriceCents !== null && (
        <>
          {" "}
          <s aria-label={`was ${money(product.listPriceCents)}`}>{money(product.listPriceCents)}</s>
        </>
      )}
    </p>
  );
}

export function ProductGrid({ products, label }: { products: Product[]; label: string }) {
  return (
    <ul class="grid" aria-label={label}>
      {products.map((product) => (
        <ProductCard key={product.slug} product={product} />
      ))}
    </ul>
  );
}
