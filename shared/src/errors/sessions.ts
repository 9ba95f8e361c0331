// Lists errors of sessions, their tabs and their pages.
import type { ErrorEntry } from "./error-entry.ts";

export const sessionErrors = {
  "unknown-session": {
    summary: "No open session has this id.",
    next: "List them with `webserv session list`, or open one.",
  },
  "session-busy": {
    summary: "The session is still carrying out another action.",
    next: "Send actions of one session one after the other.",
  },
  "session-stopped": {
    summary: "The person pressed Stop, or Cancel in the browser's bar on debugging.",
    next: "Ask the person, and open a new session if they agree: they can allow it at once in WebServ's side panel; otherwise every browser refuses it for a minute.",
  },
  "stopped-recently": {
    summary: "A person stopped an agent less than a minute ago.",
    next: "Ask the person: they can let agents begin again in WebServ's side panel, in the browser where they stopped one. Otherwise open the session when the minute is over. A command in a terminal does not end the minute, since an agent could give it too.",
  },
  "session-terminated": {
    summary: "The agent ended the session's task with terminate.",
    next: "Close the session; open another for another task.",
  },
  "browser-gone": {
    summary: "The session's browser is not connected.",
    next: "Wait for it to come back, or open a session in another browser.",
  },
  "no-such-tab": {
    summary: "The session has no tab with this index.",
    next: "Use an index from the observation's list of tabs.",
  },
  "tab-closed": {
    summary: "The session's tab was closed.",
    next: "Switch to another tab of the session or open a new one.",
  },
  "page-unreadable": {
    summary: "The page in the tab can't be read by an extension.",
    next: "Go to an http or https address.",
  },
  "page-unresponsive": {
    summary: "The page's script does not answer.",
    next: "Ask again if the page may only be slow, for an action with a larger budgetMs; else refresh the page or go elsewhere.",
  },
  "still-loading": {
    summary: "The page has not come yet: its server does not answer, or sends nothing of it.",
    next: "Wait for it with wait, load it again with refresh, or go elsewhere with goto.",
  },
  "dialog-open": {
    summary:
      "A dialog of the page waits for an answer, and the page stands still until it has one.",
    next: "Answer it with the action dialog.",
  },
  "input-blocked": {
    summary: "The browser shows a window of its own over the page, and no input reaches the page.",
    next: "Refresh the page, or leave it with goto or back: that closes the window. Or ask the person to answer it.",
  },
  "dialog-unanswerable": {
    summary: "Only the person can answer the dialog that waits.",
    next: "Ask the person to answer it in the browser's window; or leave the page with goto, back, forward or refresh, which dismisses it.",
  },
  "no-dialog": {
    summary: "No dialog waits for an answer in the session's current tab.",
    next: "Look at the observation; to answer a dialog in another tab, switch to that tab first.",
  },
  "navigation-failed": {
    summary: "The address could not be loaded.",
    next: "Check the address.",
  },
  "url-not-allowed": {
    summary: "WebServ does not open addresses of this kind.",
    next: "Use an http or https address.",
  },
  "screenshot-failed": {
    summary: "The browser gave no picture of the page.",
    next: "Do what the message says, or observe without a picture.",
  },
  "action-id-reused": {
    summary: "This actionId was already used for a different action.",
    next: "Give every action an id of its own.",
  },
} as const satisfies Record<string, ErrorEntry>;
