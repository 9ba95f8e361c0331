// Serves the side panels that are open: it shows them each change, and takes their Stop.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

type View = Params<"panel.show">;

/** The longest time between two updates, in ms, since the panel shows the age of the last heartbeat. */
const REFRESH_MS = 1_000;

export class PanelLink {
  readonly #view: () => Promise<View>;
  readonly #handlers: Handlers<"panel-worker">;
  readonly #panels = new Set<Peer<"worker-panel", "panel-worker">>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isDue = false;

  constructor(view: () => Promise<View>, handlers: Handlers<"panel-worker">) {
    this.#view = view;
    this.#handlers = handlers;
  }

  serve(transport: Transport): void {
    const peer = new Peer<"worker-panel", "panel-worker">({
      transport,
      serves: { link: "panel-worker", handlers: this.#handlers },
    });
    this.#panels.add(peer);
    this.#timer ??= setInterval(() => this.show(), REFRESH_MS);
    peer.closed.addEventListener("abort", () => {
      this.#panels.delete(peer);
      if (this.#panels.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.show();
  }

  /** Shows the present state soon; several calls in a row make one message. */
  show(): void {
    if (this.#isDue || this.#panels.size === 0) return;
    this.#isDue = true;
    setTimeout(() => void this.#tellPanels());
  }

  async #tellPanels(): Promise<void> {
    this.#isDue = false;
    const view = await this.#view();
    for (const panel of this.#panels) panel.notify("panel.show", view);
  }
}
