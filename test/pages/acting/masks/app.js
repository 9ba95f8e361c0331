import IMask from "imask";

const masks = {
  phone: IMask(document.getElementById("phone"), { mask: "+{1} (000) 000-0000" }),
  card: IMask(document.getElementById("card"), { mask: "0000 0000 0000 0000" }),
};
window.unmasked = () =>
  Object.fromEntries(Object.entries(masks).map(([name, mask]) => [name, mask.unmaskedValue]));
