// Starts the page of the view "angular".
import { play } from "../play.ts";
import { angular } from "../views/angular.ts";

void play(angular);
