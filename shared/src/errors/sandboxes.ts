// Lists errors of sites, sandboxes and their backends.
import type { ErrorEntry } from "./error-entry.ts";

export const sandboxErrors = {
  "unknown-site": {
    summary: "No site has this name.",
    next: "List them with `webserv site list`.",
  },
  "invalid-site": {
    summary: "A site's definition is not valid.",
    next: "Correct what the message names; host/sites/README.md says what a definition holds.",
  },
  "site-not-prepared": {
    summary: "The site has no template yet to copy its sandboxes from.",
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
    next: "Read the end of its log, in the message or with `webserv sandbox logs`.",
  },
  "sandbox-not-ready": {
    summary: "The sandbox's site did not answer in time.",
    next: "Read the end of its log in the message; raise the site's readiness timeout if it is slow.",
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
} as const satisfies Record<string, ErrorEntry>;
