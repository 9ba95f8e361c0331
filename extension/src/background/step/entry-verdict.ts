// Gathers whether the field is a secret that an action enters something into, from what frames say.
import type { MethodOn, Result } from "@webserv/shared/protocol/methods.ts";

type FrameMethod = MethodOn<"worker-frame">;

/** The answers to these calls say whether the element that was asked about holds a secret. */
const JUDGING: ReadonlySet<FrameMethod> = new Set([
  "frame.find-options",
  "frame.press-key",
  "frame.select-options",
  "frame.set-value",
  "frame.select-contents",
  "frame.typed",
  "frame.value",
]);

export class EntryVerdict {
  #heard: "nothing" | "plain" | "secret" = "nothing";

  /** Hears an answer to any call to the frame. */
  hearAnswer<N extends FrameMethod>(method: N, answer: Result<N>): void {
    if (JUDGING.has(method)) this.hear("secret" in answer && answer.secret === true);
  }

  /** Hears whether the field is a secret. One that was secret once stays so, whatever the page makes of it. */
  hear(isSecret: boolean): void {
    if (isSecret) this.#heard = "secret";
    else if (this.#heard === "nothing") this.#heard = "plain";
  }

  /** Says why what was entered is to be withheld; undefined if a frame has said that it is no secret. */
  get withheld(): "secret" | "unsure" | undefined {
    if (this.#heard === "plain") return undefined;
    return this.#heard === "secret" ? "secret" : "unsure";
  }
}
