// The ports within the extension, by name. Who may open each one is decided where it is accepted.

/** Opened by the side panel to the worker: the `panel-worker` and `worker-panel` links. */
export const PANEL_PORT = "webserv-panel";
/** Opened by the content script of a main frame to the worker; nothing is said on it. */
export const LINE_PORT = "webserv-line";
/** Opened by the worker to a content script: the `worker-frame` link. */
export const FRAME_PORT = "webserv-frame";
/** Opened by the worker to all content scripts of a tab that no session holds any longer; nothing is said on it. */
export const RELEASE_PORT = "webserv-release";
