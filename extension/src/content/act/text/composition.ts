// Follows a text of an input method, which comes to the page as it is made and once more as it ends.

/**
 * `new`: a text begins. `again`: it ends by the same text, of which the page has heard. `astray`: nothing is there any
 * more that could end, as the page has emptied the field or moved the focus on; the browser would enter the text
 * a second time. `other`: it is no such text.
 */
type Judged = "new" | "again" | "astray" | "other";

export class Composition {
  #text: string | null = null;
  #isEnding = false;

  /** The characters of the text. */
  get length(): number {
    return Array.from(this.#text ?? "").length;
  }

  /** The caller says so once all that was sent has come. */
  forget(): void {
    this.#text = null;
    this.#isEnding = false;
  }

  /** The caller asks for each event by which a text comes, before the page hears of it. */
  judge(event: Event): Judged {
    if (event instanceof InputEvent && event.inputType === "insertCompositionText") {
      return event.type === "beforeinput" ? this.#judgeBefore(event.data) : this.#judgeAfter();
    }
    // Where nothing has the focus the browser enters text by the selection, and tells of it so alone.
    if (event.type !== "beforeinput" && event.type !== "textInput") return "other";
    const data = event instanceof InputEvent || event instanceof TextEvent ? event.data : null;
    const isAstray = this.#text !== null && !this.#isEnding && data === this.#text;
    if (isAstray) this.forget();
    return isAstray ? "astray" : "other";
  }

  #judgeBefore(data: string | null): Judged {
    this.#isEnding = data !== null && data === this.#text;
    if (this.#isEnding) return "again";
    this.#text = data;
    return "new";
  }

  #judgeAfter(): Judged {
    if (!this.#isEnding) return "other";
    this.forget();
    return "again";
  }
}
