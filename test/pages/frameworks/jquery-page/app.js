import $ from "jquery";

const act = () => {};
$("#list").on("click", "li:not(.head)", act);
$(document).on("click", ".tile", act);
$(document).on("click", ".off", act).off("click", ".off");
$("#own").on("click", act);
$("#both").on("click", act).on("click", ".inner", act);
$(document).on("mouseenter", ".peek", act);
// A selector that jQuery alone understands.
$("#odd").on("click", "p:eq(0)", act);
