import { ClassicEditor, Essentials, Paragraph } from "ckeditor5";

const editor = await ClassicEditor.create(document.getElementById("editor"), {
  licenseKey: "GPL",
  plugins: [Essentials, Paragraph],
  initialData: "<p>Once</p>",
});

window.lines = () =>
  [...editor.model.document.getRoot().getChildren()].map((block) =>
    [...block.getChildren()].map((node) => node.data).join(""),
  );
