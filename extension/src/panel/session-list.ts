// Shows the sessions, one card each; cards stay in place while their words change, and so does the focus.
import { element } from "./element.ts";
import { SessionCard } from "./session-card.ts";
import type { SessionView } from "./session-view.ts";
import type { Stops } from "./stops.ts";

export class SessionList {
  readonly #root: HTMLElement;
  readonly #cards = new Map<string, SessionCard>();
  readonly #empty = element(
    "p",
    "empty",
    "No agent is using this browser now. A session appears here as soon as one opens it.",
  );

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  show(sessions: readonly SessionView[], stops: Stops): void {
    const shown = new Set(sessions.map(({ sessionId }) => sessionId));
    for (const [sessionId, card] of this.#cards) {
      if (shown.has(sessionId)) continue;
      card.root.remove();
      this.#cards.delete(sessionId);
    }
    for (const session of sessions) {
      let card = this.#cards.get(session.sessionId);
      if (card === undefined) {
        card = new SessionCard(() => stops.press(session.sessionId));
        this.#cards.set(session.sessionId, card);
        this.#root.append(card.root);
      }
      card.show(session, stops.of(session.sessionId));
    }
    if (sessions.length === 0) this.#root.append(this.#empty);
    else this.#empty.remove();
  }
}
