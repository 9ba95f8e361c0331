import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from "lexical";

const root = document.getElementById("editor");
root.contentEditable = "true";
root.setAttribute("aria-label", "Story");
const editor = createEditor({
  namespace: "story",
  onError: (error) => {
    throw error;
  },
});
editor.setRootElement(root);
registerRichText(editor);
registerHistory(editor, createEmptyHistoryState(), 300);
editor.update(() => {
  $getRoot().append($createParagraphNode().append($createTextNode("Once")));
});

window.lines = () =>
  editor.getEditorState().read(() =>
    $getRoot()
      .getChildren()
      .map((node) => node.getTextContent()),
  );
