// One session: its agent, where it is, what it does, how it acts, and the button that stops it.
import { element } from "./element.ts";
import type { SessionView, Stop } from "./session-list.ts";

const states: Record<SessionView["state"], string> = {
  idle: "Idle",
  acting: "Acting",
  settling: "Waiting for page",
  asking: "Waiting for an answer",
  stopped: "Stopped",
};

export class SessionCard {
  readonly root = element("article", "session");
  readonly #agent = element("h2", "agent");
  readonly #state = element("span", "state");
  readonly #title = element("p", "title");
  readonly #url = element("p", "url");
  readonly #step = element("span", "step");
  readonly #doing = element("span", "doing");
  readonly #dialog = element("p", "dialog");
  readonly #input = element("p", "input");
  readonly #button = element("button", "stop");
  #stop: (() => Promise<void>) | null = null;
  #isStopping = false;

  constructor() {
    this.#button.type = "button";
    this.#button.addEventListener("click", () => void this.#press());
    this.root.append(
      element("div", "head", this.#agent, this.#state),
      this.#title,
      this.#url,
      element("p", "now", this.#step, this.#doing),
      this.#dialog,
      this.#input,
      this.#button,
    );
  }

  show(session: SessionView, stop: Stop): void {
    const { agent, state, title, url, step, doing, dialog, input, inputReason } = session;
    this.#stop = () => stop(session.sessionId);
    this.root.dataset["state"] = state;
    this.root.setAttribute("aria-label", `Session of ${agent}`);
    write(this.#agent, agent);
    write(this.#state, states[state]);
    write(this.#title, title === "" ? "Untitled page" : title);
    write(this.#url, url);
    this.#url.title = url;
    write(this.#step, step === 0 ? "No step yet" : `Step ${step}`);
    write(this.#doing, step === 0 ? "" : doing);
    this.#doing.title = doing;
    write(this.#dialog, sentence(dialog));
    this.#dialog.hidden = dialog === "";
    write(
      this.#input,
      input === "trusted" ? "Real mouse and keyboard input" : `Synthetic input: ${inputReason}`,
    );
    this.#input.classList.toggle("limited", input === "synthetic");
    this.#showButton(state, agent);
  }

  #showButton(state: SessionView["state"], agent: string): void {
    const isStopped = state === "stopped";
    if (isStopped) this.#isStopping = false;
    this.#button.disabled = isStopped || this.#isStopping;
    write(this.#button, isStopped ? "Stopped" : this.#isStopping ? "Stopping…" : "Stop");
    this.#button.setAttribute("aria-label", isStopped ? `${agent} is stopped` : `Stop ${agent}`);
  }

  async #press(): Promise<void> {
    if (this.#stop === null || this.#isStopping) return;
    this.#isStopping = true;
    this.#button.disabled = true;
    write(this.#button, "Stopping…");
    try {
      await this.#stop();
    } catch {
      // The worker ended meanwhile; the next picture of it shows whether it was stopped.
      this.#isStopping = false;
      this.#button.disabled = false;
    }
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Changes text only where it differs, so that a reader's place and a selection are kept. */
function write(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
