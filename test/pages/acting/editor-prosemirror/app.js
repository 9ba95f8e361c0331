import { baseKeymap } from "prosemirror-commands";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";

const once = schema.node("doc", null, [schema.node("paragraph", null, [schema.text("Once")])]);
const view = new EditorView(document.getElementById("editor"), {
  state: EditorState.create({ doc: once, plugins: [keymap(baseKeymap)] }),
  attributes: { "aria-label": "Story" },
});

window.lines = () => view.state.doc.children.map((node) => node.textContent);
