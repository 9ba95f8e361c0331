import { fields, initial, sizes } from "./fields.js";

/** The form of frameworks whose elements are made by a function such as `createElement`. */
export function formOf(h, useState, { onInput, onCheck }) {
  return function Form() {
    const [state, setState] = useState(initial);
    window.held = () => state;
    const set = (name, value) => setState((before) => ({ ...before, [name]: value }));
    const bound = (name) => ({
      "aria-label": name,
      value: state[name],
      [onInput]: (event) => set(name, event.target.value),
    });
    const agreed = {
      type: "checkbox",
      "aria-label": "agreed",
      checked: state.agreed,
      [onCheck]: (event) => set("agreed", event.target.checked),
    };
    return h(
      "form",
      null,
      ...fields.map(([name, type]) => h("input", { key: name, type, ...bound(name) })),
      h("textarea", bound("note")),
      h("input", agreed),
      h(
        "select",
        { ...bound("size"), onChange: (event) => set("size", event.target.value) },
        Object.entries(sizes).map(([value, label]) => h("option", { key: value, value }, label)),
      ),
    );
  };
}
