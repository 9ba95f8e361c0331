// Runs WebServ as two contenders, by its MCP server on stdio and by its command line, each on the built program.
import { execFile } from "node:child_process";
import { join } from "node:path";

import { hostVersion } from "../../../host/src/version.ts";
import type { OwnDaemon } from "../../own-daemon.ts";
import { emptyPage } from "./browsers.ts";
import type { Answer, Contender, Field, Hands, Named, Place, Running } from "./hands.ts";
import { McpClient } from "./mcp-client.ts";
import { webservNotation, withoutGone } from "./targets.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const PROGRAM = join(root, "host", "dist", "cli.js");
const LONG_MS = 300_000;
const WAIT_MS = 5_000;
/** The longest answer, in bytes. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** An element as the tools take it: an id, or what the page calls it. */
type GivenElement = string | { readonly name: string; readonly role?: string };

interface GivenField {
  readonly id: GivenElement;
  readonly text?: string;
  readonly options?: readonly string[];
  readonly checked?: boolean;
}
interface Given {
  readonly [name: string]: unknown;
  readonly url?: string;
  readonly sites?: readonly string[];
  readonly id?: GivenElement;
  readonly text?: string;
  readonly enter?: boolean;
  readonly quiet?: boolean;
  readonly fields?: readonly GivenField[];
  readonly ms?: number;
}
/** Makes one call of a tool or a verb. */
type Call = (name: string, given: Given) => Promise<Answer>;

export function mcpContender(daemon: OwnDaemon): Contender {
  return {
    name: "mcp",
    version: hostVersion,
    start: async (place) =>
      await inBrowser(daemon, async () => {
        const client = await McpClient.start({
          script: PROGRAM,
          args: ["mcp"],
          cwd: root,
          env: { WEBSERV_HOME: daemon.home },
        });
        const hands = new WebservHands(async (name, given) => {
          const { text, isError } = await client.call(name, given);
          return answerOf(given, text, isError);
        });
        await hands.prepare(place);
        return { hands, definitions: client.definitions, close: () => client.close() };
      }),
  };
}

/** Receives the time that a call took beside the action itself, in ms. */
export type OnOverhead = (ms: number) => void;

export function cliContender(daemon: OwnDaemon, onOverhead: OnOverhead): Contender {
  return {
    name: "cli",
    version: hostVersion,
    start: async (place) =>
      await inBrowser(daemon, async () => {
        const acted: Acted[] = [];
        const hands = new WebservHands(async (name, given) => {
          const startedAt = performance.now();
          const { text, failed } = await runProgram(daemon, commandOf(name, given));
          const ms = performance.now() - startedAt;
          if (!SESSION_VERBS.has(name)) acted.push({ ms, steps: given.fields?.length ?? 1 });
          return answerOf(given, text, failed);
        });
        await hands.prepare(place);
        const { text: definitions } = await runProgram(daemon, ["skill"]);
        return {
          hands,
          definitions,
          async close() {
            for (const ms of await overheads(daemon, acted)) onOverhead(ms);
            await runProgram(daemon, ["close"]);
          },
        };
      }),
  };
}

/** Starts a contender with a browser of its own for as long as it runs. */
async function inBrowser(daemon: OwnDaemon, start: () => Promise<Running>): Promise<Running> {
  const wish = { headless: true };
  const { browserId } = await daemon.peer.call("browser.launch", wish, { timeoutMs: LONG_MS });
  const closeBrowser = async (): Promise<void> => {
    await daemon.peer.call("browser.close", { browserId }, { timeoutMs: LONG_MS });
  };
  try {
    const running = await start();
    return {
      ...running,
      async close() {
        await running.close();
        await closeBrowser();
      },
    };
  } catch (error) {
    await closeBrowser();
    throw error;
  }
}

/** Makes an answer. Changes are marked as such, and so is what a page leaves out since it was told before. */
function answerOf({ quiet = false }: Given, text: string, failed: boolean): Answer {
  const page = !failed && !quiet;
  return {
    text,
    failed,
    page,
    whole: page && !/^changed:$|^nothing changed|<!--unchanged/m.test(text),
  };
}

class WebservHands implements Hands {
  readonly notation = webservNotation;
  readonly present = withoutGone;
  readonly takesWords = true;
  readonly #call: Call;
  #isOpen = false;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Makes the sandbox that `place` asks for, before the task begins. */
  async prepare({ site }: Place): Promise<void> {
    if (site === undefined) return;
    const { failed, text } = await this.#call("open", { url: emptyPage, sites: [site] });
    if (failed) throw new Error(`${site} can't be opened: ${text}`);
    this.#isOpen = true;
  }

  open(url: string, told: boolean): Promise<Answer> {
    return this.#call(this.#isOpen ? "goto" : "open", { url, ...quietUnless(told) });
  }

  look(): Promise<Answer> {
    return this.#call("look", {});
  }

  click(element: Named, told: boolean): Promise<Answer> {
    return this.#call("click", { id: givenElement(element), ...quietUnless(told) });
  }

  async enter(element: Named, text: string, told: boolean): Promise<Answer[]> {
    const given = { id: givenElement(element), text, enter: true, ...quietUnless(told) };
    return [await this.#call("type", given)];
  }

  async fill(fields: readonly Field[], told: boolean): Promise<Answer[]> {
    const wishes = fields.map(({ element, kind, value }): GivenField => {
      const id = givenElement(element);
      if (kind === "text") return { id, text: value };
      return kind === "tick" ? { id, checked: true } : { id, options: [value] };
    });
    return [await this.#call("fill", { fields: wishes, ...quietUnless(told) })];
  }

  async waitFor(text: string): Promise<Answer[]> {
    return [await this.#call("wait", { text, ms: WAIT_MS })];
  }
}

function quietUnless(told: boolean): Pick<Given, "quiet"> {
  return told ? {} : { quiet: true };
}

function givenElement(element: Named): GivenElement {
  if (typeof element === "string") return element;
  const { name, kind } = element;
  return kind === "link" || kind === "button" ? { name, role: kind } : { name };
}

const SESSION_VERBS: ReadonlySet<string> = new Set(["open", "look"]);

/** Writes the command as a model writes it in a shell. */
function commandOf(name: string, given: Given): string[] {
  const { url = "", sites = [], id, text = "", enter, quiet, fields = [], ms } = given;
  const named = id === undefined ? [] : elementWords(id);
  const flags = quiet === true ? ["--quiet"] : [];
  switch (name) {
    case "open":
      return ["open", url, ...sites.flatMap((site) => ["--sites", site]), ...flags];
    case "goto":
      return ["go", url, ...flags];
    case "type":
      return ["type", ...named, ...(enter === true ? ["--enter"] : []), ...flags, "--", text];
    case "fill":
      return ["fill", ...fields.flatMap(wordsOf), ...flags];
    case "wait":
      return ["wait", "--text", text, "--ms", String(ms)];
    default:
      return [name, ...named, ...flags];
  }
}

function elementWords(element: GivenElement): string[] {
  if (typeof element === "string") return [element];
  const { name, role } = element;
  return role === undefined ? [name] : [name, "--role", role];
}

/** Writes words such as name=Ada --option country=France --check terms */
function wordsOf({ id: element, text, options }: GivenField): string[] {
  const [id = ""] = elementWords(element);
  if (text !== undefined) return [`${id}=${text}`];
  return options === undefined ? ["--check", id] : ["--option", `${id}=${options.join()}`];
}

async function runProgram(
  { home }: OwnDaemon,
  args: readonly string[],
): Promise<{ text: string; failed: boolean }> {
  return await new Promise((resolve) => {
    const env = { ...process.env, WEBSERV_HOME: home, NO_COLOR: "1" };
    const command = [PROGRAM, ...args];
    const limits = { env, maxBuffer: MAX_OUTPUT_BYTES };
    execFile(process.execPath, command, limits, (error, out, err) => {
      resolve({ text: `${out}${err}`, failed: error !== null });
    });
  });
}

/** Holds a command and the number of steps that it asked the daemon for. */
interface Acted {
  readonly ms: number;
  readonly steps: number;
}

/** Computes what each of the commands that acted took beyond the daemon's times of its steps, in ms. */
async function overheads({ peer }: OwnDaemon, acted: readonly Acted[]): Promise<number[]> {
  const { sessions } = await peer.call("session.list", {});
  const [session] = sessions;
  if (session === undefined) return [];
  const { lines } = await peer.call("trajectory.show", { sessionId: session.sessionId });
  const steps = lines.filter((line) => line.kind === "step");
  const asked = acted.reduce((sum, each) => sum + each.steps, 0);
  if (steps.length !== asked) {
    throw new Error(`${asked} steps were asked for, the daemon tells of ${steps.length}`);
  }
  let at = 0;
  return acted.map((each) => {
    const own = steps.slice(at, (at += each.steps));
    return each.ms - own.reduce((sum, { roundTripMs }) => sum + roundTripMs, 0);
  });
}
