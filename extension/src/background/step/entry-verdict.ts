// Decides, by the answers of frames, whether the text that an action enters is a secret.
import type { MethodOn, Result } from "@webserv/shared/protocol/methods.ts";

type FrameMethod = MethodOn<"worker-frame">;

/** The calls whose answers say whether their element holds a secret. */
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

  /** Takes note of the answer to any call to a frame. */
  hearAnswer<N extends FrameMethod>(method: N, answer: Result<N>): void {
    if (JUDGING.has(method)) this.hear("secret" in answer && answer.secret === true);
  }

  /** Takes note of whether the field is secret. A field that was secret once stays so, whatever the page does. */
  hear(isSecret: boolean): void {
    if (isSecret) this.#heard = "secret";
    else if (this.#heard === "nothing") this.#heard = "plain";
  }

  /** Says why the entered text must be withheld; undefined if a frame has said that it is no secret. */
  get withheld(): "secret" | "unsure" | undefined {
    if (this.#heard === "plain") return undefined;
    return this.#heard === "secret" ? "secret" : "unsure";
  }
}
