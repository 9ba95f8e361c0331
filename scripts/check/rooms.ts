// Holds the table of rooms: which folder may import which others. `npm run generate` makes the linter's boundaries
// from it. Each part reads from the top to the ground, and a room imports only what stands below it.
import type { Part } from "./room-table.ts";

export const parts: readonly Part[] = [
  {
    folder: "extension/src/content",
    packages: ["@webserv/shared/**"],
    rooms: {
      ".": "screenshot act/files act/synthetic act/locating act/finding act/lists act/text act observe observe/pdf observe/budget observe/looks observe/identity observe/secrecy settle bridge dom",
      screenshot: "observe/identity observe/visibility observe/geometry dom",
      "act/files": "act/synthetic act observe/identity observe/interactivity dom",
      "act/synthetic": "act/locating act/text act observe/state dom",
      "act/locating":
        "act/lists act/text act observe observe/identity observe/interactivity observe/secrecy observe/visibility observe/geometry bridge dom",
      "act/finding":
        "observe observe/walk observe/identity observe/scope observe/naming observe/secrecy observe/tree dom",
      "act/lists":
        "act/text observe/identity observe/interactivity observe/state observe/naming observe/secrecy dom",
      "act/text":
        "act observe/identity observe/interactivity observe/state observe/secrecy bridge dom",
      act: "observe bridge dom",
      observe:
        "observe/walk observe/budget observe/format observe/looks observe/identity observe/state observe/interactivity observe/secrecy observe/visibility observe/tree bridge dom",
      "observe/pdf": "",
      "observe/walk":
        "observe/budget observe/interactivity observe/naming observe/styles observe/secrecy observe/visibility observe/paint observe/tree observe/geometry bridge dom",
      "observe/budget": "observe/identity observe/tree observe/geometry dom",
      "observe/format":
        "observe/state observe/naming observe/styles observe/secrecy observe/tree dom",
      "observe/identity":
        "observe/scope observe/state observe/interactivity observe/naming observe/secrecy observe/tree dom",
      "observe/scope": "observe/naming observe/secrecy observe/tree dom",
      "observe/state": "observe/naming observe/secrecy observe/tree dom",
      "observe/interactivity":
        "observe/naming observe/visibility observe/tree observe/geometry bridge dom",
      "observe/naming": "observe/styles observe/secrecy observe/tree dom",
      "observe/styles": "dom",
      "observe/looks": "observe/tree dom",
      "observe/secrecy": "observe/visibility observe/paint observe/tree dom",
      "observe/visibility": "observe/paint observe/tree observe/geometry dom",
      "observe/paint": "observe/geometry dom",
      "observe/tree": "observe/geometry dom",
      "observe/geometry": "dom",
      settle: "settle/signs dom",
      "settle/signs": "",
      bridge: "dom",
      dom: "",
    },
  },
  {
    folder: "extension/src/background",
    rooms: {
      ".": "side-panel step screenshot focus lease asks link frames frames/pdf input watch routing platform",
      "side-panel": "lease input",
      step: "step/settle step/tabs act act/context screenshot focus lease asks frames input watch platform",
      "step/settle": "frames watch platform",
      "step/tabs": "act act/context lease asks frames input watch platform",
      act: "act/lists act/text act/context input platform",
      "act/lists": "act/text act/context input",
      "act/text": "act/context input",
      "act/context": "input",
      screenshot: "lease frames input platform",
      focus: "lease input platform",
      lease: "frames input watch platform",
      asks: "frames watch",
      link: "input platform",
      frames: "frames/pdf input watch platform",
      "frames/pdf": "",
      input: "platform",
      watch: "platform",
      routing: "platform",
      platform: "",
    },
  },
  {
    folder: "extension/src/page",
    packages: [
      "@webserv/shared/protocol/page-bridge.ts",
      "@webserv/shared/protocol/handler-marks.ts",
      "@webserv/shared/protocol/work-notes.ts",
    ],
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
  {
    folder: "host/src",
    rooms: {
      cli: "cli/doctor cli/mcp cli/run cli/verbs cli/commands format browser/installed .",
      "cli/doctor":
        "cli/commands daemon format sandbox/incus/set-up sandbox/incus sandbox/incus/client sandbox/incus/client/transport browser/installed .",
      "cli/mcp": "cli/commands client agent/mcp format browser/launch .",
      "cli/run": "cli/commands task-agent/models task-agent client format trajectory reach .",
      "cli/verbs": "cli/commands agent format reach .",
      "cli/commands": "format sandbox/local/process site browser/launch reach .",
      "task-agent/models": "task-agent",
      "task-agent": "",
      client: "browser/launch reach .",
      native: "reach .",
      daemon:
        "agent/mcp agent format session/environments session session/sandboxes session/routing session/browsers session/state sandbox/incus/set-up sandbox/incus sandbox/incus/client sandbox/incus/client/transport sandbox/local sandbox/backends sandbox site trajectory router pdf browser/launch reach .",
      "agent/mcp": "agent reach .",
      agent: "reach",
      format: "",
      "session/environments":
        "session/sandboxes session/routing session/browsers router browser/launch browser/contexts .",
      session:
        "session/actions session/sandboxes session/routing session/browsers session/state sandbox trajectory .",
      "session/actions": "session/sandboxes session/browsers session/state trajectory .",
      "session/sandboxes": "session/routing sandbox/backends sandbox/lifecycle sandbox site .",
      "session/routing": "session/browsers router",
      "session/browsers": "session/state pdf router browser/launch reach .",
      "session/state": ".",
      "sandbox/incus/set-up": "sandbox/incus sandbox/incus/clone",
      "sandbox/incus":
        "sandbox/incus/life sandbox/incus/template sandbox/incus/image/init sandbox/incus/clone sandbox/incus/state sandbox/incus/client sandbox/lifecycle sandbox .",
      "sandbox/incus/life":
        "sandbox/incus/template sandbox/incus/pool sandbox/incus/bake sandbox/incus/image/init sandbox/incus/clone sandbox/incus/state sandbox/incus/client sandbox/lifecycle sandbox",
      "sandbox/incus/template":
        "sandbox/incus/bake sandbox/incus/image sandbox/incus/image/source sandbox/incus/clone sandbox/incus/state sandbox/incus/client sandbox",
      "sandbox/incus/pool": "",
      "sandbox/incus/bake":
        "sandbox/incus/image/init sandbox/incus/clone sandbox/incus/client sandbox/incus/client/transport sandbox .",
      "sandbox/incus/image":
        "sandbox/incus/image/init sandbox/incus/image/source sandbox/incus/image/tar sandbox/incus/client sandbox/incus/client/transport sandbox",
      "sandbox/incus/image/init":
        "sandbox/incus/image/source sandbox/incus/image/tar sandbox/incus/client sandbox/incus/client/transport",
      "sandbox/incus/image/source": "sandbox/incus/image/tar .",
      "sandbox/incus/image/tar": "",
      "sandbox/incus/clone":
        "sandbox/incus/state sandbox/incus/client sandbox/incus/client/transport sandbox .",
      "sandbox/incus/state": "sandbox/lifecycle .",
      "sandbox/incus/client": "sandbox/incus/client/transport",
      "sandbox/incus/client/transport": "",
      "sandbox/local": "sandbox/local/files sandbox/local/process sandbox/lifecycle sandbox .",
      "sandbox/local/files": "",
      "sandbox/local/process": "sandbox .",
      "sandbox/backends": "sandbox",
      "sandbox/lifecycle": "sandbox",
      site: "sandbox .",
      sandbox: "",
      trajectory: ".",
      router: "",
      "browser/launch": "browser/contexts browser/installed .",
      "browser/contexts": "",
      "browser/installed": ".",
      pdf: ".",
      reach: ".",
      ".": "",
    },
  },
  {
    folder: "shared/src",
    packages: ["zod/mini"],
    rooms: {
      rpc: "protocol errors",
      protocol: "protocol/methods model/page errors",
      "protocol/methods": "model model/page model/actions",
      model: "model/page model/actions model/text errors",
      "model/page": "model/actions",
      "model/actions": "",
      "model/text": "errors",
      errors: "",
    },
  },
];
