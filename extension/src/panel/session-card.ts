// Shows one session: its agent, where it is, what it does, how it acts, and the button that stops it.
import { element } from "./element.ts";
import type { SessionView } from "./session-view.ts";
import type { Stopping } from "./stops.ts";

const states: Record<SessionView["state"], string> = {
  idle: "Idle",
  acting: "Acting",
  settling: "Waiting for page",
  asking: "Waiting for an answer",
  away: "Not connected",
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
  readonly #fault = element("p", "fault");

  constructor(stop: () => void) {
    this.#button.type = "button";
    this.#button.addEventListener("click", stop);
    this.#fault.setAttribute("role", "alert");
    this.root.append(
      element("div", "head", this.#agent, this.#state),
      this.#title,
      this.#url,
      element("p", "now", this.#step, this.#doing),
      this.#dialog,
      this.#input,
      this.#fault,
      this.#button,
    );
  }

  show(session: SessionView, stopping: Stopping): void {
    const { agent, state, title, url, step, doing, dialog, input, inputReason } = session;
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
    this.#showStop(state, agent, stopping);
  }

  #showStop(state: SessionView["state"], agent: string, { isPending, fault }: Stopping): void {
    const isStopped = state === "stopped";
    this.#button.disabled = isStopped || isPending;
    write(this.#button, isStopped ? "Stopped" : isPending ? "Stopping…" : "Stop");
    this.#button.setAttribute("aria-label", isStopped ? `${agent} is stopped` : `Stop ${agent}`);
    write(this.#fault, isStopped || fault === "" ? "" : `Not stopped: ${fault}. Try again.`);
    this.#fault.hidden = isStopped || fault === "";
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Changes text only if it differs, so that a screen reader's position and a selection are kept. */
function write(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
