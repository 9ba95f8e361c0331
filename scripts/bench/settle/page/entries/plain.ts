// Starts the page of the view "plain".
import { play } from "../play.ts";
import { plain } from "../views/plain.ts";

void play(plain);
