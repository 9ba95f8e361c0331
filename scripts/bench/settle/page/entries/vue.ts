// Starts the page of the view "vue".
import { play } from "../play.ts";
import { vue } from "../views/vue.ts";

void play(vue);
