import "./globals.js";
import "jquery-ui-dist/jquery-ui.js";

import dragula from "dragula";
import $ from "jquery";
import Sortable from "sortablejs";

for (const id of ["todo", "empty"]) new Sortable(document.getElementById(id), { group: "one" });
dragula([document.getElementById("red")]);
$("#packing").sortable();
