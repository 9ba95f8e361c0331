// Reads a colour as CSS writes it.

/** Returns a colour as `#rrggbb`; undefined if the text is no colour, or a translucent one. */
export function hexColour(text: string): string | undefined {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (canvas === null || /^currentcolor$/i.test(text)) return undefined;
  // The canvas ignores a text that is no colour, and keeps its former one.
  const [onBlack, onWhite] = ["#000000", "#ffffff"].map((ground) => {
    canvas.fillStyle = ground;
    canvas.fillStyle = text;
    return canvas.fillStyle;
  });
  return onBlack === onWhite && /^#[0-9a-f]{6}$/.test(onBlack ?? "") ? onBlack : undefined;
}
