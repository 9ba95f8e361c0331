// Shows whether the daemon answers: a light, the measured heartbeat, and what to do if it does not.
import type { Params } from "@webserv/shared/protocol/methods.ts";

import { element } from "./element.ts";

export type ConnectionView = Params<"panel.show">["connection"];

export const connectionTitles: Record<ConnectionView["state"], string> = {
  connected: "Connected",
  connecting: "Not connected",
  refused: "Refused",
};

export function connectionCard(view: ConnectionView, nowMs: number = Date.now()): HTMLElement {
  const card = element("div", `connection ${view.state}`);
  card.append(
    element("span", "light"),
    element("strong", "", connectionTitles[view.state]),
    element("span", "detail", detail(view, nowMs)),
  );
  if (view.state === "connected") return card;
  card.append(
    element("p", "reason", ...withCommands(sentence(view.reason))),
    element("p", "advice", ...withCommands(advice(view))),
  );
  return card;
}

function detail({ state, beatMs, beatAt, daemonVersion }: ConnectionView, nowMs: number): string {
  const parts: string[] = [];
  if (state === "connected" && beatMs !== null) parts.push(`Heartbeat ${duration(beatMs)}`);
  if (beatAt !== null) parts.push(age(nowMs - beatAt));
  if (daemonVersion !== "") parts.push(`v${daemonVersion}`);
  return parts.join(" · ");
}

function duration(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 1) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  return `${Math.floor(seconds / 60)} min ago`;
}

function sentence(reason: string): string {
  if (reason === "") return "";
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith(".") ? "" : "."}`;
}

function advice({ state, reason }: ConnectionView): string {
  if (state === "refused") return "The extension tries again every 30 seconds.";
  const doctor = "If it stays like this, run `webserv doctor` in a terminal.";
  return reason.includes("`")
    ? "The extension keeps trying."
    : `The extension keeps trying. ${doctor}`;
}

/** Shows what stands between backticks as a command. */
function withCommands(text: string): (string | Node)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", "", part) : part));
}
