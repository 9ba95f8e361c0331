import { angular } from "./angular.js";
import { lit } from "./lit.js";
import { preact } from "./preact.js";
import { react } from "./react.js";
import { solid } from "./solid.js";
import { svelte } from "./svelte.js";
import { vue } from "./vue.js";

export const makers = { angular, lit, preact, react, solid, svelte, vue };
