// Reports to the daemon what happens in the tabs of sessions outside of steps.
import type { OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import type { Download } from "@webserv/shared/model/page/download.ts";
import { MAX_EVENT_NAME, MAX_EVENT_URL } from "@webserv/shared/model/event.ts";
import type { MethodOn, ParamsInput } from "@webserv/shared/protocol/methods.ts";

import type { DialogNews } from "../input/dialogs.ts";

type Call = <N extends MethodOn<"extension-daemon">>(
  method: N,
  params: ParamsInput<N>,
) => Promise<unknown>;

/** Drops news if no daemon is connected: the daemon asks for lasting state later, and agents know that it was away. */
export class DaemonNews {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  changed(change: ParamsInput<"lease.changed">): void {
    this.#tell("lease.changed", change);
  }

  halted(sessionId: string): void {
    this.#tell("lease.halted", { sessionId });
  }

  dialog(sessionId: string, { opened, answered }: DialogNews): void {
    this.#tell("lease.dialog", {
      sessionId,
      ...(opened === undefined ? {} : { opened: shortened(opened) }),
      ...(answered === undefined ? {} : { answered }),
    });
  }

  download(sessionId: string, change: "begun" | "ended", download: Download): void {
    const name = download.name.slice(0, MAX_EVENT_NAME);
    this.#tell("lease.download", { sessionId, change, download: { ...download, name } });
  }

  #tell<N extends MethodOn<"extension-daemon">>(method: N, params: ParamsInput<N>): void {
    void this.#call(method, params).catch(() => {});
  }
}

/** Shortens the address of a frame, which may contain all of the frame's contents. */
function shortened({ url, ...dialog }: OpenDialog): OpenDialog {
  return url === undefined ? dialog : { ...dialog, url: url.slice(0, MAX_EVENT_URL) };
}
