// Names the ports within the extension. The side that accepts a port decides who may open it.

/** The side panel opens it to the worker: the `panel-worker` and `worker-panel` links. */
export const PANEL_PORT = "webserv-panel";
/** The content script of a main frame opens it to the worker; nothing is sent on it. */
export const LINE_PORT = "webserv-line";
/** The worker opens it to a content script: the `worker-frame` link. */
export const FRAME_PORT = "webserv-frame";
/** The worker opens it to all content scripts of a tab that no session holds any longer; nothing is sent on it. */
export const RELEASE_PORT = "webserv-release";
