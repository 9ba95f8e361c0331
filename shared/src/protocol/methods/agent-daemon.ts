// Declares what agents call on the daemon, over WebSocket, except methods of sites and their sandboxes.
import * as z from "zod/mini";

import { action } from "../../model/action.ts";
import { browserInfo, browserKind, sessionBrowser } from "../../model/browser.ts";
import { answerMs, DEFAULT_ANSWER_MS, dialogRule } from "../../model/page/dialog.ts";
import { observation, observeAfter, observeOptions } from "../../model/page/observation.ts";
import { backendChoice, backendState, sandboxId } from "../../model/sandbox.ts";
import { screenshot, screenshotOptions } from "../../model/page/screenshot.ts";
import {
  DEFAULT_LEASE_MS,
  filesFrom,
  session,
  sessionId,
  sessionLifetime,
} from "../../model/session.ts";
import { settleOptions } from "../../model/page/settle.ts";
import { siteName } from "../../model/site.ts";
import { inputMode, step } from "../../model/step.ts";
import { agentNote, trajectoryLine, trajectorySummary } from "../../model/trajectory.ts";
import { progressId } from "./daemon-agent.ts";
import { actionId, browserId, nothing, shortText, startUrl, version } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

/**
 * The only variables that a caller may put into the environment of a launched browser: the display is the caller's own,
 * and the daemon may have been started without one.
 */
const display = z.partialRecord(
  z.enum(["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"]),
  z.string().check(z.maxLength(4096)),
);

export const agentDaemonMethods = {
  "daemon.hello": {
    link: "agent-daemon",
    summary: "Agree on the protocol's version; must be the first message of a connection",
    params: z.strictObject({
      protocol: version,
      client: z.strictObject({ name: shortText, version: shortText }),
      /**
       * Sessions of lifetime `agent`, opened over a connection that ended with its daemon: this
       * connection takes them over.
       */
      sessions: z.optional(z.array(sessionId).check(z.maxLength(64))),
    }),
    result: z.object({ protocol: version, version: z.string(), pid: z.int() }),
  },
  "daemon.status": {
    link: "agent-daemon",
    summary: "Say how the daemon is and what it holds",
    params: nothing,
    result: z.object({
      version: z.string(),
      pid: z.int(),
      startedAt: z.string(),
      port: z.int(),
      socket: z.string(),
      dataDir: z.string(),
      tokenFile: z.string(),
      logFile: z.string(),
      /** A site runs on the first one that is available and fits it. */
      backends: z.array(backendState),
      browsers: z.int(),
      sessions: z.int(),
      sandboxes: z.int(),
    }),
  },
  "daemon.stop": {
    link: "agent-daemon",
    summary: "Close sessions, sandboxes and launched browsers, and end the daemon",
    params: z.strictObject({
      purge: z._default(
        z
          .boolean()
          .check(
            z.describe(
              "Delete what is prepared of sites too, wherever it is: for a home that is not used again",
            ),
          ),
        false,
      ),
    }),
    result: z.object({}),
  },
  "browser.list": {
    link: "agent-daemon",
    summary: "List the connected browsers",
    params: nothing,
    result: z.object({ browsers: z.array(browserInfo) }),
  },
  "browser.launch": {
    link: "agent-daemon",
    summary: "Launch a browser with the extension",
    params: z.strictObject({
      kind: z._default(browserKind, "personal"),
      profile: z.optional(
        z
          .string()
          .check(
            z.regex(/^[\w-]{1,40}$/),
            z.describe(
              "Name of a profile to keep; without one a fresh profile is used and removed",
            ),
          ),
      ),
      headless: z._default(z.boolean().check(z.describe("Without a window")), false),
      executable: z.optional(
        z
          .string()
          .check(z.maxLength(4096), z.describe("Browser to launch; found by itself if left out")),
      ),
      display: z.optional(display),
    }),
    result: browserInfo,
  },
  "browser.close": {
    link: "agent-daemon",
    summary: "Close a browser that was launched here",
    params: z.strictObject({ browserId }),
    result: z.object({}),
    positional: ["browserId"],
  },
  "session.open": {
    link: "agent-daemon",
    summary: "Open a session: a tab of its own in a browser, and sandboxes if sites are named",
    params: z.strictObject({
      url: startUrl,
      agent: z._default(
        shortText.check(z.describe("Name of the agent, shown to the person")),
        "agent",
      ),
      /** The newest one if left out; if none is connected, one is launched, with a window if there is a display. */
      browserId: z.optional(browserId),
      keepBrowser: z._default(
        z.boolean().check(z.describe("A browser that is launched for the session stays after it")),
        false,
      ),
      /** For a browser that is launched; the daemon's own if left out. */
      display: z.optional(display),
      /**
       * The session that is closed once the new one is open, or before if it sees other sandboxes. The new one is opened
       * in its browser if no browser is named.
       */
      replaces: z.optional(sessionId),
      sites: z._default(
        z
          .array(siteName)
          .check(
            z.maxLength(16),
            z.describe("Sites to start a fresh sandbox of; deleted with the session"),
          ),
        [],
      ),
      sandboxes: z._default(
        z
          .array(sandboxId)
          .check(
            z.maxLength(16),
            z.describe("Sandboxes that already run, to be seen by this session"),
          ),
        [],
      ),
      backend: z._default(backendChoice, "auto"),
      input: z._default(inputMode, "trusted"),
      dialogs: z._default(dialogRule, "ask"),
      answerMs: z._default(answerMs, DEFAULT_ANSWER_MS),
      settle: z.optional(settleOptions.check(z.describe("How the session's pages are waited for"))),
      filesFrom: z.optional(filesFrom),
      /**
       * `connection`: closed when the agent's connection closes. `agent`: the same, but if the
       * daemon has ended without a word, the next one keeps it a minute for the agent, which names
       * it in its hello.
       */
      lifetime: z._default(sessionLifetime, "lease"),
      leaseMs: z._default(
        z
          .int()
          .check(
            z.positive(),
            z.maximum(86_400_000),
            z.describe("Closed after this long without use, in ms"),
          ),
        DEFAULT_LEASE_MS,
      ),
      /** The options for reading the first page. */
      observe: z._default(observeAfter, {}),
      progressId: z.optional(progressId),
    }),
    result: z.object({
      session,
      browser: sessionBrowser,
      observation: z.nullable(observation),
    }),
    positional: ["url"],
  },
  "session.list": {
    link: "agent-daemon",
    summary: "List the open sessions",
    params: nothing,
    result: z.object({ sessions: z.array(session) }),
  },
  "session.close": {
    link: "agent-daemon",
    summary: "Close a session, its tabs and the sandboxes it started",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
    positional: ["sessionId"],
  },
  "session.observe": {
    link: "agent-daemon",
    summary: "Read the current page",
    params: z.strictObject({ sessionId, ...observeOptions.shape }),
    result: observation,
    positional: ["sessionId"],
  },
  "session.screenshot": {
    link: "agent-daemon",
    summary: "Take a picture of the current page, with marks that name its elements if asked for",
    params: z.strictObject({ sessionId, ...screenshotOptions.shape }),
    result: screenshot,
    positional: ["sessionId"],
  },
  "session.act": {
    link: "agent-daemon",
    summary: "Carry out one action, wait until the page has finished, and read it",
    params: z.strictObject({
      sessionId,
      actionId,
      action,
      /** Members that are left out are those that the session was opened with. */
      settle: z._default(settleOptions, {}),
      observe: z._default(observeAfter, {}),
      /** It goes into the trajectory alone. */
      agent: z.optional(agentNote),
    }),
    result: step,
    positional: ["sessionId"],
  },
  "session.ping": {
    link: "agent-daemon",
    summary: "Go the whole way to the page and back, and do nothing",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
    positional: ["sessionId"],
  },
  "trajectory.list": {
    link: "agent-daemon",
    summary: "List the recorded trajectories, newest first",
    params: nothing,
    result: z.object({ trajectories: z.array(trajectorySummary) }),
  },
  "trajectory.show": {
    link: "agent-daemon",
    summary: "Show the lines of a trajectory",
    params: z.strictObject({
      sessionId,
      from: z._default(z.int().check(z.nonnegative(), z.describe("First line, from 0")), 0),
      limit: z._default(
        z.int().check(z.positive(), z.maximum(1000), z.describe("Most lines")),
        200,
      ),
    }),
    result: z.object({
      lines: z.array(trajectoryLine),
      total: z.int(),
      whole: z.boolean(),
      /** Numbers, from 1, of lines of the file that can't be read. */
      badLines: z.array(z.int()),
    }),
    positional: ["sessionId"],
  },
} as const satisfies Record<string, MethodSpec>;
