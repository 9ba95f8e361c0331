// Prints what a model thinks as it comes, and not the block with its action, which is told once it is done.

const FENCE = "```";

export interface ThoughtStream {
  readonly delta: (text: string) => void;
  /** The answer is over: the next one begins on a line of its own. */
  readonly end: () => void;
}

export function thoughtStream(write: (text: string) => void): ThoughtStream {
  let text = "";
  let written = 0;
  /** What may be shown of `text`: not the fence, nor what may become one with the next piece. */
  const shownTo = (whole: boolean): number => {
    const fence = text.indexOf(FENCE);
    if (fence !== -1) return text.slice(0, fence).trimEnd().length;
    return whole ? text.trimEnd().length : text.replace(/\s*`{0,2}$/, "").length;
  };
  const show = (whole: boolean): void => {
    const to = shownTo(whole);
    if (to <= written) return;
    write(text.slice(written, to));
    written = to;
  };
  return {
    delta: (piece) => {
      text += piece;
      show(false);
    },
    end: () => {
      show(true);
      if (written > 0) write("\n");
      text = "";
      written = 0;
    },
  };
}
