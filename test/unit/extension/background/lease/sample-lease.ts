import type { Lease } from "../../../../../extension/src/background/lease/lease.ts";

/** A session with one tab, in which nothing was done yet. */
export const sampleLease: Lease = {
  sessionId: "s",
  agent: "tester",
  tabIds: [7],
  openers: [],
  activeTabId: 7,
  step: 0,
  doing: "",
  input: "trusted",
  inputReason: "",
  dialogs: "ask",
  answerMs: 60_000,
  waiting: [],
  stopped: false,
  actions: [],
};
