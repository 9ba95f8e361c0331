// Shows whether the daemon answers: a light, the measured heartbeat, and what to do where it does not.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import { element } from "./element.ts";

export type ConnectionView = Params<"panel.show">["connection"];

const titles: Record<ConnectionView["state"], string> = {
  connected: "Connected",
  connecting: "Not connected",
  refused: "Refused",
};

export function connectionCard(view: ConnectionView, nowMs: number = Date.now()): HTMLElement {
  const card = element("div", `connection ${view.state}`);
  card.append(
    element("span", "light"),
    element("strong", "", titles[view.state]),
    element("span", "detail", detail(view, nowMs)),
  );
  if (view.state === "connected") return card;
  card.append(
    element("p", "reason", sentence(view.reason)),
    element("p", "advice", ...advice(view.state)),
  );
  return card;
}

function detail({ state, beatMs, beatAt, daemonVersion }: ConnectionView, nowMs: number): string {
  const parts: string[] = [];
  if (state === "connected" && beatMs !== null) parts.push(`heartbeat ${beatMs.toFixed(1)} ms`);
  if (beatAt !== null) parts.push(age(nowMs - beatAt));
  if (daemonVersion !== "") parts.push(`daemon ${daemonVersion}`);
  return parts.join(" · ");
}

function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 1) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  return `${Math.floor(seconds / 60)} min ago`;
}

function sentence(reason: string): string {
  return reason === "" ? "" : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

function advice(state: "connecting" | "refused"): (string | Node)[] {
  if (state === "refused") return ["It tries again every 30 seconds once that is done."];
  return [
    "It keeps trying. If it stays like this, run ",
    element("code", "", "webserv doctor"),
    " in a terminal.",
  ];
}
