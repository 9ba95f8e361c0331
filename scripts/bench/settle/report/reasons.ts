// Maps the words of a settle report to the reasons to wait: patterns name mechanisms, reports name kinds of work.

/** The kinds of work that name a reason, beside the reason's own name. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  timer: ["interval", "task"],
  frame: ["animation-frame"],
  idle: ["idle-callback"],
  stream: ["fetch"],
  worker: ["message"],
  socket: ["message"],
  events: ["socket", "message", "fetch"],
  storage: ["database"],
  crypto: ["promise"],
  subframe: ["frame", "document"],
  transition: ["animation"],
  document: ["navigation"],
};

export function namesReason(kind: string, reason: string): boolean {
  return kind === reason || (ALSO[reason] ?? []).includes(kind);
}
