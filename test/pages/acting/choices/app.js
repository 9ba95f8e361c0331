import "@shoelace-style/shoelace/dist/components/option/option.js";
import "@shoelace-style/shoelace/dist/components/select/select.js";
import * as Radix from "@radix-ui/react-select";
import { useCombobox, useSelect } from "downshift";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";
import ReactSelect from "react-select";
import TomSelect from "tom-select";

/** What each list has chosen, as its library tells. */
window.chosen = {};
const note = (name) => (value) => {
  window.chosen[name] = value;
};

const cities = ["Oslo", "Lima", "New York", "Bern"];
const options = cities.map((label) => ({ value: label.toLowerCase(), label }));

function RadixSelect() {
  const items = cities.map((city) =>
    h(Radix.Item, { key: city, value: city }, h(Radix.ItemText, null, city)),
  );
  return h(
    Radix.Root,
    { onValueChange: note("radix") },
    h(Radix.Trigger, { "aria-label": "Radix" }, h(Radix.Value, { placeholder: "Choose" })),
    h(Radix.Portal, null, h(Radix.Content, { position: "popper" }, h(Radix.Viewport, null, items))),
  );
}

function DownshiftSelect() {
  const select = useSelect({
    items: cities,
    onSelectedItemChange: ({ selectedItem }) => note("downshift")(selectedItem),
  });
  return h(
    "div",
    null,
    h("label", select.getLabelProps(), "Downshift"),
    h("div", select.getToggleButtonProps(), select.selectedItem ?? "Choose"),
    h(
      "ul",
      select.getMenuProps(),
      select.isOpen &&
        cities.map((item, index) =>
          h("li", { key: item, ...select.getItemProps({ item, index }) }, item),
        ),
    ),
  );
}

/** Shows the first two that match, as a search of many would. */
function DownshiftCombobox() {
  const [items, setItems] = useState(cities.slice(0, 2));
  const combobox = useCombobox({
    items,
    onInputValueChange: ({ inputValue }) =>
      setItems(
        cities
          .filter((city) => city.toLowerCase().startsWith(inputValue.toLowerCase()))
          .slice(0, 2),
      ),
    onSelectedItemChange: ({ selectedItem }) => note("combobox")(selectedItem),
  });
  return h(
    "div",
    null,
    h("label", combobox.getLabelProps(), "Searched"),
    h("input", combobox.getInputProps()),
    h(
      "ul",
      combobox.getMenuProps(),
      combobox.isOpen &&
        items.map((item, index) =>
          h("li", { key: item, ...combobox.getItemProps({ item, index }) }, item),
        ),
    ),
  );
}

createRoot(document.getElementById("react")).render(
  h(
    "div",
    null,
    h(ReactSelect, {
      "aria-label": "React select",
      options,
      onChange: ({ label }) => note("reactSelect")(label),
    }),
    h(ReactSelect, {
      "aria-label": "React multiple",
      isMulti: true,
      options,
      onChange: (all) => note("reactMultiple")(all.map(({ label }) => label)),
    }),
    h(RadixSelect),
    h(DownshiftSelect),
    h(DownshiftCombobox),
  ),
);

new TomSelect("#tom", { onChange: note("tom") });
document
  .querySelector("sl-select")
  .addEventListener("sl-change", ({ target }) => note("shoelace")(target.value));

const byId = (id) => document.getElementById(id);
const option = (text, role = "option") => {
  const made = document.createElement("li");
  made.setAttribute("role", role);
  made.textContent = text;
  return made;
};

byId("later").addEventListener("click", () => {
  byId("later").ariaExpanded = "true";
  byId("later-list").hidden = false;
  setTimeout(() => byId("later-list").replaceChildren(...cities.map((city) => option(city))), 600);
});
byId("later-list").addEventListener("click", ({ target }) => {
  byId("later").textContent = target.textContent;
  byId("later").ariaExpanded = "false";
  byId("later-list").hidden = true;
  note("later")(target.textContent);
});

byId("commands").addEventListener("click", () => {
  byId("commands").ariaExpanded = "true";
  byId("commands-menu").hidden = false;
});
byId("commands-menu").addEventListener("click", ({ target }) => {
  byId("commands").ariaExpanded = "false";
  byId("commands-menu").hidden = true;
  note("commands")(target.textContent);
});

/** Makes those in view alone. */
const long = byId("long");
const height = document.createElement("div");
height.style.height = "6000px";
const draw = () => {
  const first = Math.floor(long.scrollTop / 30);
  const shown = Array.from({ length: 4 }, (_, index) => {
    const made = option(`Item ${first + index + 1}`);
    made.style.top = `${(first + index) * 30}px`;
    made.ariaSelected = String(window.chosen.long === made.textContent);
    return made;
  });
  long.replaceChildren(height, ...shown);
};
long.addEventListener("scroll", draw);
long.addEventListener("click", ({ target }) => {
  note("long")(target.textContent);
  draw();
});
draw();
