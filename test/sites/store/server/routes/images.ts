// Product pictures, drawn on request.
import { Hono } from "hono";
import { z } from "zod";
import { COLOURS, colourHex } from "../../contract/colours.ts";
import { drawProduct } from "../art/picture.ts";
import type { Database } from "../database.ts";
import { notFound } from "../errors.ts";
import { readQuery } from "../request.ts";

const PictureQuery = z.object({
  colour: z.enum(Object.keys(COLOURS), "Unknown colour").optional(),
});

const PictureRow = z.object({ category: z.string(), colour: z.string(), name: z.string() });

export function imageRoutes(db: Database) {
  return new Hono().get("/:file{[a-z0-9-]+\\.svg}", (c) => {
    const slug = c.req.param("file").replace(/\.svg$/, "");
    const { colour } = readQuery(c, PictureQuery);
    const product = db.get(
      PictureRow,
      `SELECT c.slug AS category, p.picture_colour AS colour, p.name
       FROM products p JOIN categories c ON c.id = p.category_id WHERE p.slug = ?`,
      slug,
    );
    if (!product) throw notFound("picture", slug);
    return c.body(
      drawProduct(product.category, product.name, colourHex(colour ?? product.colour)),
      200,
      {
        "Content-Type": "image/svg+xml",
        "Cache-Control": "public, max-age=86400",
      },
    );
  });
}
