// THE table of rooms: which folder may import which others. The linter's boundaries are made from it by
// `npm run generate`. Each part reads from the top to the ground, and a room imports only what stands below it.
import type { Part } from "./room-table.ts";

export const parts: readonly Part[] = [
  {
    folder: "extension/src/content",
    packages: ["@webserv/shared/**"],
    rooms: {
      ".": "screenshot act observe observe/budget observe/identity observe/secrecy settle bridge dom",
      screenshot: "observe/identity observe/geometry dom",
      act: "observe observe/identity observe/interactivity observe/state observe/secrecy observe/geometry bridge dom",
      observe:
        "observe/walk observe/budget observe/format observe/identity observe/state observe/interactivity observe/secrecy observe/visibility observe/tree bridge dom",
      "observe/walk":
        "observe/budget observe/interactivity observe/naming observe/secrecy observe/visibility observe/paint observe/tree observe/geometry bridge dom",
      "observe/budget": "observe/identity observe/tree observe/geometry dom",
      "observe/format": "observe/state observe/naming observe/secrecy observe/tree dom",
      "observe/identity":
        "observe/scope observe/state observe/interactivity observe/naming observe/secrecy observe/tree dom",
      "observe/scope": "observe/naming observe/secrecy observe/tree dom",
      "observe/state": "observe/naming observe/secrecy observe/tree dom",
      "observe/interactivity":
        "observe/naming observe/visibility observe/tree observe/geometry bridge dom",
      "observe/naming": "observe/secrecy observe/tree dom",
      "observe/secrecy": "observe/visibility observe/paint observe/tree dom",
      "observe/visibility": "observe/paint observe/tree observe/geometry dom",
      "observe/paint": "observe/geometry dom",
      "observe/tree": "observe/geometry dom",
      "observe/geometry": "dom",
      settle: "dom",
      bridge: "dom",
      dom: "",
    },
  },
  {
    folder: "extension/src/background",
    rooms: {
      ".": "side-panel step screenshot focus lease asks link input frames watch routing platform",
      "side-panel": "lease input",
      step: "step/settle step/tabs act screenshot focus lease asks input frames watch platform",
      "step/settle": "frames watch platform",
      "step/tabs": "act lease asks input frames watch platform",
      act: "input frames platform",
      screenshot: "lease input frames platform",
      focus: "lease input platform",
      lease: "input frames watch platform",
      asks: "frames watch",
      link: "input platform",
      input: "platform",
      frames: "watch platform",
      watch: "platform",
      routing: "platform",
      platform: "",
    },
  },
  {
    folder: "extension/src/page",
    packages: ["@webserv/shared/protocol/page-bridge.ts"],
    rooms: {
      ".": "asks changes task-sources listeners cause platform",
      asks: "cause platform",
      changes: "listeners cause platform",
      "task-sources": "listeners cause platform",
      listeners: "platform",
      cause: "platform",
      platform: "",
    },
  },
  {
    folder: "extension/src/panel",
    packages: ["@webserv/shared/**"],
    rooms: { ".": "" },
  },
];
