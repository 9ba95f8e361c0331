// Prints what a model thinks as it arrives, without the block that holds its action: that is printed once it is done.

const FENCE = "```";

export interface ThoughtStream {
  readonly delta: (text: string) => void;
  /** Ends the answer: the next one begins on a line of its own. */
  readonly end: () => void;
}

export function thoughtStream(write: (text: string) => void): ThoughtStream {
  let text = "";
  let written = 0;
  /** Returns how much of `text` may be shown: not the fence, nor characters that may become one with the next piece. */
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
