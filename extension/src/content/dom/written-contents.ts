// Writes what trees hold, so that two moments can be compared: a page that refuses a drag puts back what it changed.

/** Attributes that a page may write otherwise and mean the same. */
const LOOSE = / (class|style|draggable|aria-grabbed)="([^"]*)"/g;
/** Declarations that are for the pointer, say how a change would look, or say that nothing is special any more. */
const SHOWS_NOTHING =
  /^(cursor|pointer-events|touch-action|will-change|(-webkit-)?user-(select|drag)|transition)\b|^(opacity: 1|z-index: auto|visibility: visible|(box-shadow|filter|rotate|scale|transform|translate): none|transform: translate(3d|X|Y)?\([0px, ]+\))$/;

/** Returns what the trees hold, without how it came to be written, and without styles that show nothing. */
export function writtenContents(roots: readonly (Document | ShadowRoot)[]): string {
  return roots
    .map((root) => (root instanceof Document ? root.documentElement.outerHTML : root.innerHTML))
    .join("")
    .replace(LOOSE, (_, name: string, value: string) => {
      const words = name === "class" ? value.split(/\s+/) : value.split(";");
      const telling = words.map((word) => word.trim()).filter((word) => word !== "");
      if (name === "class") return telling.toSorted().join(" ");
      return name === "style"
        ? telling
            .filter((word) => !SHOWS_NOTHING.test(word))
            .toSorted()
            .join(";")
        : "";
    });
}
