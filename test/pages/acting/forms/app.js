// One form in seven frameworks: `?react`, `?vue`, … `held()` is the framework's own state.
import { makers } from "./makers.js";

const name = location.search.slice(1);
makers[name](document.getElementById("root"));
