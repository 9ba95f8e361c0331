// Lists the files that a style sheet paints an element with: masks, backgrounds, and the pictures of pseudo-elements.

/** Returns the addresses of an element's own pictures, and of those before and after its contents. */
export function paintedFiles(element: Element): readonly string[] {
  const own = getComputedStyle(element);
  const around = ["::before", "::after"].map((pseudo) => getComputedStyle(element, pseudo));
  const drawn = around.filter(({ content }) => content !== "none" && content !== "normal");
  return [own, ...drawn].flatMap((style) =>
    [style.maskImage, style.backgroundImage, style.content].flatMap(filesIn),
  );
}

/** Reads the addresses in a computed value. */
function filesIn(value: string): string[] {
  if (!value.includes("url(")) return [];
  return [...value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(([, address = ""]) => address);
}
