// Starts the page of the view "solid".
import { play } from "../play.ts";
import { solid } from "../views/solid.ts";

void play(solid);
