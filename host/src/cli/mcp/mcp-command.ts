// Adds `webserv mcp`, the MCP server on stdin and stdout, and `webserv mcp config`, which makes the entries for
// clients.
import { Option } from "commander";
import type { Command } from "commander";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { McpSessionOptions } from "../../agent/mcp/mcp-session.ts";
import { displayVariables } from "../../browser/launch/display.ts";
import { addFields, readFields } from "../commands/command-builder.ts";
import type { CommandFields } from "../commands/command-builder.ts";
import { formatPage } from "../../format/observation.ts";
import { formatSessionBrowser } from "../../format/session-browser.ts";
import { formatBriefly } from "../../format/step.ts";
import { clientNames, isClientName, mcpEntry, writeEntry } from "./mcp-config.ts";
import { checkParams } from "../commands/settings.ts";
import type { Settings } from "../commands/settings.ts";
import { settleFields } from "../commands/settle-fields.ts";
import { uploadFolder } from "../commands/upload-folder.ts";

/** The options as the command line gives them; `mcp config` puts them into the entry. */
interface McpOptions {
  readonly structured?: boolean;
  readonly filesFrom?: string;
  readonly browserId?: string;
  readonly environment?: string;
  readonly keepBrowser?: boolean;
}

export function addMcp(program: Command, settingsOf: (command: Command) => Settings): void {
  const settleOptions: CommandFields = { positionals: [], options: settleFields() };
  const command = program
    .command("mcp")
    .description("Serve MCP on stdin and stdout, until stdin ends")
    .option(
      "--structured",
      "For programs: answers are structured content too, without the page; many clients then show models nothing else",
    )
    .option("--files-from <folder>", "Folder whose files may be uploaded; none if left out")
    .addOption(
      new Option("--browser-id <id>", "Browser that sessions are opened in").conflicts(
        "environment",
      ),
    )
    .option("--environment <id>", "Environment that sessions are opened in")
    .option("--keep-browser", "A browser that is launched for a session stays after it")
    .action(() => serve(settingsOf(command), command.opts(), settleOf(command, settleOptions)));
  addFields(command, settleOptions);
  const config = command
    .command("config")
    .description(
      "Print the entry by which an MCP client runs WebServ, with the options of `webserv mcp` that are given, or write it to its file",
    )
    .argument("<client>", clientNames.join(", "))
    .option("--write", "Put it into the client's own file, beside what is there")
    .addOption(
      new Option("--file <path>", "Another file than the client's own").implies({ write: true }),
    )
    .action(async (client: string) => {
      const settle = settleOf(command, settleOptions);
      const args = [...(await argsOf(command.opts())), ...settleArgs(settle)];
      await tellEntry(client, config.opts(), args, settingsOf(config));
    });
}

/** @throws WebservError `invalid-params`. */
function settleOf(command: Command, options: CommandFields): McpSessionOptions["settle"] {
  return checkParams("session.open", readFields(command, options)).settle;
}

async function serve(
  settings: Settings,
  options: McpOptions,
  settle: McpSessionOptions["settle"],
): Promise<void> {
  const filesFrom =
    options.filesFrom === undefined ? undefined : await uploadFolder(options.filesFrom);
  const [
    { StdioServerTransport },
    { mcpServer },
    { CallProgress },
    { refuseDuplicates },
    { Client },
  ] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("../../agent/mcp/server.ts"),
    import("../../agent/mcp/call-progress.ts"),
    import("../../agent/mcp/calls-under-way.ts"),
    import("../../client/client.ts"),
  ]);
  const progress = new CallProgress();
  const client = await Client.connect({
    name: "webserv mcp",
    signal: settings.signal,
    onProgress: (report) => progress.report(report),
  });
  try {
    const server = mcpServer({
      peer: client,
      progress,
      // The client connects again after the daemon has ended, so the session may come back, too.
      lifetime: "agent",
      texts: { observation: formatPage, step: formatBriefly, browser: formatSessionBrowser },
      structured: options.structured === true,
      filesFrom,
      browserId: options.browserId ?? options.environment,
      keepBrowser: options.keepBrowser,
      display: displayVariables(process.env),
      settle,
    });
    const ended = new Promise<void>((resolve) => {
      process.stdin.once("end", resolve);
      process.stdin.once("close", resolve);
      settings.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.connect(refuseDuplicates(new StdioServerTransport()));
    await ended;
    await server.close();
  } finally {
    client.close();
  }
}

async function tellEntry(
  client: string,
  { write, file: named }: { readonly write?: boolean; readonly file?: string },
  args: readonly string[],
  { output }: Settings,
): Promise<void> {
  if (!isClientName(client)) {
    throw new WebservError(
      "invalid-params",
      `WebServ has no entry for a client named "${client}"`,
      { next: `Use one of ${clientNames.join(", ")}; others take a command and its arguments.` },
    );
  }
  const entry = { args, env: process.env };
  if (write === true) {
    const file = await writeEntry(client, named, entry);
    output.result({ client, file }, `${file} has the entry now; restart ${client}`);
    return;
  }
  const { file, text } = mcpEntry(client, entry);
  output.note(`for ${file}:`);
  output.result({ client, file, text }, text);
}

async function argsOf(options: McpOptions): Promise<string[]> {
  const { structured, filesFrom, browserId, environment, keepBrowser } = options;
  return [
    ...(structured === true ? ["--structured"] : []),
    ...(filesFrom === undefined ? [] : ["--files-from", await uploadFolder(filesFrom)]),
    ...(browserId === undefined ? [] : ["--browser-id", browserId]),
    ...(environment === undefined ? [] : ["--environment", environment]),
    ...(keepBrowser === true ? ["--keep-browser"] : []),
  ];
}

function settleArgs(settle: McpSessionOptions["settle"]): string[] {
  const written = new Map<string, string | number | undefined>(Object.entries(settle ?? {}));
  return settleFields().flatMap(({ name, flag }) => {
    const value = written.get(name);
    return value === undefined ? [] : [`--${flag}`, String(value)];
  });
}
