// Lists errors of the daemon and of the browsers it speaks with.
import type { ErrorEntry } from "./error-entry.ts";

export const browserErrors = {
  "daemon-unreachable": {
    summary: "No daemon answers and none could be started.",
    next: "Run `webserv doctor`.",
  },
  "port-taken": {
    summary: "The port asked for is in use by another program.",
    next: "Leave the port out to take a free one, or choose another.",
  },
  "no-browser": {
    summary: "No browser with the WebServ extension is connected, and none can be launched.",
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
  "unknown-environment": {
    summary: "No environment has this id: it was deleted, or ended with the daemon that made it.",
    next: "List them with `webserv env list`, or make one with `webserv env create`.",
  },
  "environment-busy": {
    summary: "The environment is being made, reset or deleted.",
    next: "Wait until that call has answered, then try again.",
  },
  "profile-in-use": {
    summary: "Another running browser holds this profile folder.",
    next: "Close it or choose another profile name.",
  },
} as const satisfies Record<string, ErrorEntry>;
