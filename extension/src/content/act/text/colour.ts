// Reads a colour as CSS writes it.

/** As `#rrggbb`; undefined for what is no colour, or lets something show through. */
export function hexColour(text: string): string | undefined {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  if (canvas === null || /^currentcolor$/i.test(text)) return undefined;
  // What is no colour leaves the canvas's own as it was.
  const [onBlack, onWhite] = ["#000000", "#ffffff"].map((ground) => {
    canvas.fillStyle = ground;
    canvas.fillStyle = text;
    return canvas.fillStyle;
  });
  return onBlack === onWhite && /^#[0-9a-f]{6}$/.test(onBlack ?? "") ? onBlack : undefined;
}
