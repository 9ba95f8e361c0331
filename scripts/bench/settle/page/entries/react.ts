// Starts the page of the view "react".
import { play } from "../play.ts";
import { react } from "../views/react.ts";

void play(react);
