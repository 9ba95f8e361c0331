// Connects a task to its session, over the agent's connection to the daemon.
import { randomUUID } from "node:crypto";

import { withheldAction } from "@webserv/shared/model/recorded-action.ts";
import { DEFAULT_MAX_TOKENS, LEAST_TOKENS } from "@webserv/shared/model/page/observation.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import type { Picture } from "./model.ts";
import type { PageView, World } from "./run-task.ts";

/** The deadline of one call, in ms; the daemon's own deadlines are within it. */
const CALL_MS = 150_000;
const PICTURE_QUALITY = 80;

export interface SessionWorldOptions {
  /** A peer, or a client that connects again by itself. */
  readonly peer: Pick<Peer<"agent-daemon", "daemon-agent">, "call">;
  readonly sessionId: string;
  readonly observe: ObserveOptions;
  /** Show a picture of the viewport, too, with its elements marked. */
  readonly vision: boolean;
  readonly signal: AbortSignal;
  readonly words: {
    readonly observation: (observation: Observation) => string;
    readonly outcome: (step: Step) => string;
  };
}

/** After these errors no action can succeed any more. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  "session-stopped",
  "session-terminated",
  "unknown-session",
  "browser-gone",
  "disconnected",
  "unauthorized",
  "timeout",
  "cancelled",
  "internal",
]);

export function sessionWorld(options: SessionWorldOptions): World {
  const { peer, sessionId, vision, signal, words } = options;
  const observing = (): ObserveOptions => ({ ...options.observe, maxTokens });
  const call = { signal, timeoutMs: CALL_MS };
  let maxTokens = options.observe.maxTokens ?? DEFAULT_MAX_TOKENS;

  const viewOf = async (observation: Observation): Promise<PageView> => {
    const text = words.observation(observation);
    if (!vision) return { text };
    try {
      return { text, picture: await photograph() };
    } catch (error) {
      const { code, message } = rethrowFinal(error);
      return { text: `${text}\n(There is no picture: ${message} (${code}).)` };
    }
  };
  const photograph = async (): Promise<Picture> => {
    const { data } = await peer.call(
      "session.screenshot",
      { sessionId, format: "jpeg", quality: PICTURE_QUALITY, marks: true },
      call,
    );
    return { mediaType: "image/jpeg", data };
  };
  const look = async (): Promise<PageView> => {
    try {
      return await viewOf(await peer.call("session.observe", { sessionId, ...observing() }, call));
    } catch (error) {
      const { code, message, next } = rethrowFinal(error);
      return { text: `The page can't be read: ${message} (${code}). ${next}` };
    }
  };

  return {
    look,
    shorten: () => {
      maxTokens = Math.max(LEAST_TOKENS, Math.floor(maxTokens / 2));
    },
    act: async (action, agent) => {
      try {
        const step = await peer.call(
          "session.act",
          { sessionId, actionId: randomUUID(), action, observe: observing(), agent },
          call,
        );
        const { status, observation, action: told } = step;
        const done = status === "done";
        const outcome = words.outcome(step);
        if (action.type === "terminate" && done) return { outcome, done, told, view: { text: "" } };
        return {
          outcome,
          done,
          told,
          view: observation === null ? await look() : await viewOf(observation),
        };
      } catch (error) {
        const { code, message, next } = rethrowFinal(error);
        return {
          outcome: `refused: ${message} (${code}). ${next}`,
          done: false,
          told: withheldAction(action, "unsure"),
          view: await look(),
        };
      }
    },
  };
}

function rethrowFinal(thrown: unknown) {
  const error = toWebservError(thrown);
  if (FINAL.has(error.code)) throw error;
  return error;
}
