import { basicSetup, EditorView } from "codemirror";

const view = new EditorView({
  doc: "Once",
  extensions: [
    basicSetup,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "Story" }),
  ],
  parent: document.getElementById("editor"),
});

window.lines = () => view.state.doc.toJSON();
