import { Editor } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

const editor = new Editor({
  element: document.getElementById("editor"),
  extensions: [StarterKit],
  content: "<p>Once</p>",
  editorProps: { attributes: { "aria-label": "Story" } },
});

window.lines = () =>
  editor.getJSON().content.map(({ content = [] }) => content.map(({ text }) => text).join(""));
