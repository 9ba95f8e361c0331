// Tells a label that repeats what its control shows and adds a remark on it: "Post (selected)" on a tab called "Post".

const REMARK = /^\s*(?:\([^()]+\)|\[[^[\]]+\]|（[^（）]+）)$/u;

/** Whether `label` is what is shown, with nothing but a remark in brackets after it, which may go again. */
export function addsRemark(label: string, shown: string): boolean {
  const [whole, words] = [plain(label), plain(shown)];
  return words !== "" && whole.startsWith(words) && REMARK.test(whole.slice(words.length));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
