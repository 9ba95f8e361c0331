import Quill from "quill";

const quill = new Quill("#editor");
quill.root.setAttribute("aria-label", "Story");
quill.setText("Once\n");

window.lines = () => quill.getText().replace(/\n$/, "").split("\n");
