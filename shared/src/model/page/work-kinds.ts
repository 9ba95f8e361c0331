// Lists the kinds of work that a page can start. It is free of zod, as the page script takes it into every page.

export const workKinds = [
  "fetch",
  "xhr",
  "timer",
  "interval",
  "animation-frame",
  "idle-callback",
  "task",
  "message",
  "worker",
  "socket",
  "push",
  "database",
  "file",
  "promise",
  "script",
  "style",
  "image",
  "frame",
  "animation",
  "navigation",
] as const;
export type WorkKind = (typeof workKinds)[number];
