// Every error WebServ can answer with: its code, what it means, and what to do about it.

/** The catalogue. `next` is the advice given when the thrower has nothing more exact to say. */
export const errorCatalogue = {
  // Protocol
  "parse-error": {
    summary: "A message was not valid JSON, or not valid JSON-RPC 2.0.",
    next: "Send one JSON-RPC 2.0 object per message.",
  },
  "unknown-method": {
    summary: "No such method on this connection.",
    next: "Check the name against the method table in the README.",
  },
  "invalid-params": {
    summary: "The parameters do not fit the method's schema.",
    next: "Correct the named field.",
  },
  "invalid-result": {
    summary: "The other side answered with something that does not fit the method's schema.",
    next: "Update the side named in the message; both must be of the same WebServ version.",
  },
  "too-large": {
    summary: "A message or value is over its size limit.",
    next: "Send less at once.",
  },
  "hello-first": {
    summary: "The first message on a connection was not the version handshake.",
    next: "Call the hello method first.",
  },
  "version-mismatch": {
    summary: "The two sides speak different major versions of the protocol.",
    next: "Update the side named in the message.",
  },
  timeout: {
    summary: "No answer within the call's deadline.",
    next: "Allow it more time (timeoutMs), or look at `webserv doctor` if it happens on every call.",
  },
  cancelled: {
    summary: "The caller took the call back.",
    next: "Nothing, unless you did not mean to.",
  },
  disconnected: {
    summary: "The connection to the other side closed before it answered.",
    next: "Run the command again; ask for the outcome of a session's action by its actionId.",
  },
  overloaded: {
    summary: "Too many calls are waiting on this connection.",
    next: "Wait for answers before sending more.",
  },
  unauthorized: {
    summary: "The bearer token is missing or wrong.",
    next: "Read the token from the daemon's token file (`webserv daemon status` names it).",
  },
  forbidden: {
    summary: "The Host or Origin of the connection is not allowed.",
    next: "Connect to 127.0.0.1 without an Origin header.",
  },
  internal: {
    summary: "A fault of WebServ itself.",
    next: "Look into the daemon's log and report it.",
  },

  // Daemon and browsers
  "daemon-unreachable": {
    summary: "No daemon answers and none could be started.",
    next: "Run `webserv doctor`.",
  },
  "port-taken": {
    summary: "The port asked for is in use by another program.",
    next: "Leave the port out to take a free one, or choose another.",
  },
  "no-browser": {
    summary: "No browser with the WebServ extension is connected.",
    next: "Run `webserv browser launch`, or `webserv install` for your own browser.",
  },
  "browser-not-found": {
    summary: "No installed browser was found to launch.",
    next: "Install Chromium or Chrome, or name one with --executable.",
  },
  "unknown-browser": {
    summary: "No connected browser has this id.",
    next: "List them with `webserv browser list`.",
  },
  "launch-failed": {
    summary: "The browser did not start, or its extension never connected.",
    next: "Run `webserv doctor`.",
  },
  "profile-in-use": {
    summary: "Another running browser holds this profile folder.",
    next: "Close it or choose another profile name.",
  },

  // Sessions and tabs
  "unknown-session": {
    summary: "No open session has this id.",
    next: "List them with `webserv session list`, or open one.",
  },
  "session-busy": {
    summary: "The session is still carrying out another action.",
    next: "Send actions of one session one after the other.",
  },
  "session-stopped": {
    summary: "The person pressed Stop.",
    next: "Ask the person; open a new session if they agree.",
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
    next: "Refresh the page or go elsewhere.",
  },
  "dialog-open": {
    summary:
      "A dialog of the page waits for an answer, and the page stands still until it has one.",
    next: "Answer it with the action dialog.",
  },
  "no-dialog": {
    summary: "No dialog waits for an answer in the session's current tab.",
    next: "Look at the observation; a dialog in another tab is answered after switching to it.",
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

  // Elements
  "unknown-id": {
    summary: "No element of the page has this id.",
    next: "Use one of the nearest ids named in the message, or observe again.",
  },
  ambiguous: {
    summary: "Several elements have this part of an id, or several options these words.",
    next: "Use one of the ids named in the message, in full.",
  },
  "stale-id": {
    summary: "What had this id is no longer on the page, or its element shows another thing now.",
    next: "Observe again.",
  },
  covered: {
    summary: "Something else lies over the element.",
    next: "Deal with what covers it first.",
  },
  slipped: {
    summary: "The element was pressed, but was gone or covered before the button was let go of.",
    next: "Look at the observation before acting again.",
  },
  disabled: {
    summary: "The element is disabled.",
    next: "Do what enables it first.",
  },
  outside: {
    summary: "The element can't be brought into view.",
    next: "Choose another element.",
  },
  moving: {
    summary: "The element keeps moving.",
    next: "Try again when the page is at rest.",
  },
  "not-scrollable": {
    summary: "There is nothing to scroll in this direction.",
    next: "Scroll by an element that stands in what scrolls, or in another direction.",
  },
  "not-editable": {
    summary: "The element takes no text.",
    next: "Choose an element from the observation's inputs.",
  },
  "not-focusable": {
    summary: "The element does not take the keyboard's focus, or does not keep it.",
    next: "Press keys on an element that takes the focus, or without an id where the focus is.",
  },
  "not-checkable": {
    summary: "The element is no checkbox, radio button or switch.",
    next: "Click it, or choose an input of the observation that has `checked`.",
  },
  "not-a-select": {
    summary: "The element has no options to select.",
    next: "Choose an element from the observation's selects.",
  },
  "no-such-option": {
    summary: "The select has no such option.",
    next: "Use an option named in the message.",
  },
  "value-refused": {
    summary: "The field did not take the value.",
    next: "Use the format the field expects.",
  },
  "not-in-time": {
    summary: "What was waited for did not come about in time.",
    next: "Look at the observation; wait longer (ms) if it is still to be expected.",
  },
  "file-not-allowed": {
    summary: "The session may not upload this file.",
    next: "Use a file below the folder that the session was opened with (filesFrom).",
  },
  "file-unusable": {
    summary: "A file to upload is not there, is a folder, or is too large.",
    next: "Name another file.",
  },
  "upload-refused": {
    summary: "The element opened no file chooser, or does not take these files.",
    next: "Choose the field for files, and files of its kinds.",
  },
  "unknown-key": {
    summary: "No key has this name.",
    next: "Use names such as Enter, Escape, ArrowDown or Control+A.",
  },

  // Sites and sandboxes
  "unknown-site": {
    summary: "No site has this name.",
    next: "List them with `webserv site list`.",
  },
  "invalid-site": {
    summary: "A site's definition is not valid.",
    next: "Correct what the message names; host/sites/README.md says what a definition holds.",
  },
  "site-not-prepared": {
    summary: "Nothing is prepared that a sandbox of the site could be made from.",
    next: "Import its image: `webserv site import <site> --image <image>`.",
  },
  "invalid-image": {
    summary: "An image can't be read, or is not of a kind that can run here.",
    next: "Correct what the message names.",
  },
  "bake-failed": {
    summary: "A site's image started, but a step of its preparation failed.",
    next: "Correct the step named in the message, or the image.",
  },
  "site-taken": {
    summary: "This browser already shows another sandbox of the site to another session.",
    next: "Use another browser or profile for the second session.",
  },
  "unknown-sandbox": {
    summary: "No sandbox has this id.",
    next: "List them with `webserv sandbox list`.",
  },
  "sandbox-exists": {
    summary: "Another sandbox has this id already.",
    next: "Choose another id, or leave it out.",
  },
  "sandbox-failed": {
    summary: "The sandbox's process ended or did not start.",
    next: "Read what the message tells of its log.",
  },
  "sandbox-not-ready": {
    summary: "The sandbox's site did not answer in time.",
    next: "Read what the message tells of its log; raise the site's readiness timeout if it is slow.",
  },
  "unknown-checkpoint": {
    summary: "The sandbox has no checkpoint with this name.",
    next: "List them with `webserv sandbox list`.",
  },
  "checkpoint-exists": {
    summary: "The sandbox already has a checkpoint with this name.",
    next: "Choose another name.",
  },
  "limit-reached": {
    summary: "A limit on the number or size of things was reached.",
    next: "Delete what is no longer needed.",
  },
  "backend-unavailable": {
    summary: "This sandbox backend does not work on this machine.",
    next: "Run `webserv doctor`.",
  },

  unsupported: {
    summary: "The sandbox's backend can't do this.",
    next: "Use a site with an image and the `incus` backend; `webserv daemon status` says whether it works here.",
  },

  // Trajectories
  "unknown-trajectory": {
    summary: "No trajectory has this id.",
    next: "List them with `webserv trajectory list`.",
  },
  "recording-failed": {
    summary: "The step was carried out but could not be written to the trajectory.",
    next: "Free disk space; the session can go on.",
  },
} as const satisfies Record<string, { summary: string; next: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorOptions {
  /** What to do next, when more exact than the catalogue's advice. */
  next?: string;
  /** Machine-readable facts: nearest ids, the field at fault, limits. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The one error that crosses boundaries: a code, what failed with which value, what to do next. */
export class WebservError extends Error {
  override readonly name = "WebservError";
  readonly code: ErrorCode;
  readonly next: string;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.next = options.next ?? errorCatalogue[code].next;
    this.details = options.details ?? {};
  }
}

/** Whatever was thrown, as a WebservError; a foreign error becomes `internal` and stays its cause. */
export function toWebservError(thrown: unknown): WebservError {
  if (thrown instanceof WebservError) return thrown;
  // Node's own functions, when a signal ends them, throw an AbortError whose cause is the signal's reason.
  if (thrown instanceof Error && thrown.name === "AbortError" && thrown.cause !== undefined) {
    return toWebservError(thrown.cause);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC") {
    return new WebservError("limit-reached", message, {
      next: "Free space on the disk of the path named, and try again.",
      cause: thrown,
    });
  }
  return new WebservError("internal", message, { cause: thrown });
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errorCatalogue, code);
}
