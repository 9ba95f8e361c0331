// Follows a text of an input method, which reaches the page while it is composed, and once more as it ends.

/**
 * Says what an event means for the text. `new`: a text begins. `again`: it ends by the same text, which the page has
 * had already. `astray`: the composition is gone, as the page has emptied the field or moved the focus on, and the
 * browser would enter the text a second time. `other`: the event is about no composition.
 */
type Judged = "new" | "again" | "astray" | "other";

export class Composition {
  #text: string | null = null;
  #isEnding = false;

  /** The number of characters of the text. */
  get length(): number {
    return Array.from(this.#text ?? "").length;
  }

  /** Forgets the text. The caller calls this once all that was sent has come. */
  forget(): void {
    this.#text = null;
    this.#isEnding = false;
  }

  /** Judges an event. The caller passes each event that brings text, before the page gets it. */
  judge(event: Event): Judged {
    if (event instanceof InputEvent && event.inputType === "insertCompositionText") {
      return event.type === "beforeinput" ? this.#judgeBefore(event.data) : this.#judgeAfter();
    }
    // If nothing has the focus, the browser enters the text at the selection, and sends these events alone.
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
