// Shows after a Stop how long no agent can begin, and the button by which the person lets them.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { element } from "./element.ts";

export class PauseCard {
  readonly #root: HTMLElement;
  readonly #words = element("p", "pause-words");
  readonly #button = element("button", "allow", "Let agents begin");
  readonly #fault = element("p", "fault");

  /** @param allow resolves once agents can begin */
  constructor(root: HTMLElement, allow: () => Promise<void>) {
    this.#root = root;
    this.#button.type = "button";
    this.#fault.setAttribute("role", "alert");
    this.#fault.hidden = true;
    this.#button.addEventListener("click", () => void this.#press(allow));
    root.append(this.#words, this.#fault, this.#button);
  }

  /** @param until is in ms since 1970; null means that agents can begin */
  show(until: number | null, nowMs = Date.now()): void {
    this.#root.hidden = until === null;
    if (until === null) {
      this.#fault.hidden = true;
      return;
    }
    const seconds = Math.max(1, Math.ceil((until - nowMs) / 1000));
    this.#words.textContent = `You stopped an agent: none can begin for another ${seconds} s.`;
  }

  async #press(allow: () => Promise<void>): Promise<void> {
    this.#button.disabled = true;
    this.#fault.hidden = true;
    try {
      await allow();
    } catch (error) {
      this.#fault.textContent = `Agents still can't begin: ${toWebservError(error).message}. Try again.`;
      this.#fault.hidden = false;
    } finally {
      this.#button.disabled = false;
    }
  }
}
