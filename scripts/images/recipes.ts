// The images that can be built here.
import { nginx } from "./nginx/recipe.ts";
import type { Recipe } from "./recipe.ts";

export const recipes: readonly Recipe[] = [nginx];
