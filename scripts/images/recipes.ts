// Lists the images that can be built here.
import { evershop } from "./evershop/recipe.ts";
import { magentoLike } from "./magento-like/recipe.ts";
import { nginx } from "./nginx/recipe.ts";
import type { Recipe } from "./recipe.ts";
import { wordpress } from "./wordpress/recipe.ts";

export const recipes: readonly Recipe[] = [nginx, wordpress, evershop, magentoLike];
