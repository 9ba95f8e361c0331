// Offers one connection to the daemon as an MCP server, whose answers are texts and pictures for a model.
import { stripVTControlCharacters } from "node:util";

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult, Implementation } from "@modelcontextprotocol/sdk/types.js";
import type * as z from "zod/mini";

import { action as anyAction } from "@webserv/shared/model/action.ts";
import type { Asked } from "@webserv/shared/model/action.ts";
import type { SessionBrowser } from "@webserv/shared/model/browser.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { hostVersion } from "../../version.ts";
import { fill, filledText } from "../fill.ts";
import { McpSession } from "./mcp-session.ts";
import type { McpSessionOptions, ToolCall } from "./mcp-session.ts";
import type { StructuredAnswer } from "./structured-answer.ts";
import { structuredAnswer } from "./structured-answer.ts";
import {
  fillParams,
  isOwnTool,
  lookParams,
  openParams,
  quietParams,
  restParams,
  structuredTools,
  tools,
} from "./tools.ts";

/** The interval at which a client that asked for progress is told that a call goes on, in ms. */
const PROGRESS_EVERY_MS = 2_000;
/** A tab group has no room for a longer name. */
const MAX_AGENT_NAME = 60;

export interface McpServerOptions extends Omit<McpSessionOptions, "agent"> {
  /** Writes results for a model. */
  readonly texts: {
    /** The step is the one that the page was read after, if there was one. */
    readonly observation: (observation: Observation, step?: Step) => string;
    readonly step: (step: Step) => string;
    readonly browser: (browser: SessionBrowser) => string;
  };
  /**
   * Answers carry `structuredContent`, too. It is sent only on request, because many clients then show a model
   * nothing else, and the page stands in the text.
   */
  readonly structured?: boolean;
}

/** The outcome of a tool; `words` hold what `page` does not say. */
interface Answer {
  readonly words: string;
  readonly steps: readonly Step[];
  readonly page: Observation | null;
  /** Set if this call opened the session. */
  readonly browser?: SessionBrowser;
}

export function mcpServer({ texts, structured = false, ...ofSession }: McpServerOptions): Server {
  const server = new Server(
    { name: "webserv", version: hostVersion },
    { capabilities: { tools: {} } },
  );
  const agent = (): string => agentName(server.getClientVersion());
  const session = new McpSession({ ...ofSession, agent });

  const run = async (name: string, given: unknown, call: ToolCall): Promise<Answer> => {
    const { signal } = call;
    if (name === "open") {
      const params = parse(openParams, given);
      const { browser, observation } = await session.open(params, call);
      const where = `opened in ${texts.browser(browser)}`;
      const isMissing = observation === null && params.quiet !== true;
      const words = isMissing ? `${where}\nCall look for its page.` : where;
      return { words, steps: [], page: observation, browser };
    }
    if (name === "look") {
      return { words: "", steps: [], page: await session.look(parse(lookParams, given), signal) };
    }
    if (name === "fill") {
      const { fields, quiet } = parse(fillParams, given);
      const { steps, last } = await fill(session.filling(signal), fields, quiet);
      return { words: filledText(steps, texts.step), steps, page: last.observation };
    }
    const { quiet, ...others } = parse(quietParams, given);
    const step = await session.act(actionOf(name, others), signal, quiet);
    return { words: texts.step(step), steps: [step], page: step.observation };
  };

  const result = ({ words, steps, page, browser }: Answer): CallToolResult => {
    const parts = [words, page === null ? "" : texts.observation(page, steps.at(-1))];
    const { content } = text(parts.filter((part) => part !== "").join("\n"));
    const last = steps.at(-1);
    if (last?.screenshot !== undefined) {
      const { data, format } = last.screenshot;
      content.push({ type: "image", data, mimeType: `image/${format}` });
    }
    const isError = last?.status === "failed";
    const opened = browser === undefined ? {} : { browser };
    return { content, isError, ...structuredContent({ steps: [...steps], page, ...opened }) };
  };

  const structuredContent = (
    answer: Omit<StructuredAnswer, "sessionId">,
  ): Pick<CallToolResult, "structuredContent"> => {
    if (!structured) return {};
    const { sessionId } = session;
    const named = sessionId === undefined ? answer : { ...answer, sessionId };
    return { structuredContent: structuredAnswer.parse(named) };
  };

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: structured ? structuredTools() : [...tools],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, call) => {
    const { progressToken } = params._meta ?? {};
    let told = 0;
    let message = `${params.name} goes on`;
    const tellOn = (): void => {
      if (progressToken === undefined) return;
      call
        .sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress: ++told, message },
        })
        // The connection has ended, and the call ends with it.
        .catch(() => {});
    };
    const timer = setInterval(tellOn, PROGRESS_EVERY_MS);
    const tell = (text: string): void => {
      message = text;
      tellOn();
    };
    try {
      const { signal } = call;
      const answer = await session.inTurn(
        () => run(params.name, params.arguments ?? {}, { signal, tell }),
        signal,
      );
      return result(answer);
    } catch (error) {
      const { code, message, next } = toWebservError(error);
      return {
        ...text(`error: ${message} (${code})\nnext: ${next}`),
        isError: true,
        ...structuredContent({ steps: [], page: null, error: { code, message, next } }),
      };
    } finally {
      clearInterval(timer);
    }
  });
  return server;
}

/** Returns the name that the client gives itself, by which the person tells the sessions of several clients apart. */
function agentName(client: Implementation | undefined): string {
  const name = stripVTControlCharacters(client?.title ?? client?.name ?? "").trim();
  return name === "" ? "agent" : name.slice(0, MAX_AGENT_NAME);
}

function actionOf(name: string, given: unknown): Asked {
  if (name === "act") return parse(restParams, given).action;
  if (!isOwnTool(name)) {
    throw new WebservError("invalid-params", `there is no tool ${JSON.stringify(name)}`, {
      next: `Use one of ${tools.map((tool) => tool.name).join(", ")}.`,
    });
  }
  return parse(anyAction, { ...Object(given), type: name });
}

function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: stripVTControlCharacters(words) }] };
}

function parse<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new WebservError("invalid-params", describeIssues(parsed.error.issues, given), {
    next: "Correct the tool's arguments.",
  });
}
