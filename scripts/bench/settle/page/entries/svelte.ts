// Starts the page of the view "svelte".
import { play } from "../play.ts";
import { svelte } from "../views/svelte.ts";

void play(svelte);
