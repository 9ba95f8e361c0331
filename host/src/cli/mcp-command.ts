// `webserv mcp`: the MCP server on stdin and stdout, and the entries that clients run it by.
import { Option } from "commander";
import type { Command } from "commander";

import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { addFields, readFields } from "./command-builder.ts";
import type { CommandFields } from "./command-builder.ts";
import { formatPage } from "./format/observation.ts";
import { formatBriefly } from "./format/step.ts";
import { clientNames, isClientName, mcpEntry, writeEntry } from "./mcp-config.ts";
import type { Settings } from "./settings.ts";
import { checkParams, withDaemon } from "./settings.ts";
import { settleFields } from "./settle-fields.ts";

export function addMcp(program: Command, settingsOf: (command: Command) => Settings): void {
  const settle: CommandFields = { positionals: [], options: settleFields() };
  const command = program
    .command("mcp")
    .description("Serve MCP on stdin and stdout, until stdin ends")
    .option(
      "--structured",
      "For programs: answers are structured content too, without the page; many clients show models that alone",
    )
    .action(() => serve(command, settle, settingsOf(command)));
  addFields(command, settle);
  const config = command
    .command("config")
    .description("Print the entry by which an MCP client runs WebServ, or write it to its file")
    .argument("<client>", clientNames.join(", "))
    .option("--write", "Put it into the client's own file, beside what is there")
    .addOption(
      new Option("--file <path>", "Another file than the client's own").implies({ write: true }),
    )
    .action((client: string) => tellEntry(client, config.opts(), settingsOf(config)));
}

async function serve(
  command: Command,
  settleOptions: CommandFields,
  settings: Settings,
): Promise<void> {
  const { settle } = checkParams("session.open", readFields(command, settleOptions));
  const [{ StdioServerTransport }, { mcpServer }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("../agent/mcp/server.ts"),
  ]);
  await withDaemon(settings, true, async (peer) => {
    const server = mcpServer({
      peer,
      texts: { observation: formatPage, step: formatBriefly },
      manner: { filesFrom: process.cwd(), ...(settle === undefined ? {} : { settle }) },
      structured: command.opts()["structured"] === true,
    });
    const ended = new Promise<void>((resolve) => {
      process.stdin.once("end", resolve);
      process.stdin.once("close", resolve);
      settings.signal.addEventListener("abort", () => resolve(), { once: true });
      peer.closed.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
  });
}

async function tellEntry(
  client: string,
  options: { readonly write?: boolean; readonly file?: string },
  { output }: Settings,
): Promise<void> {
  if (!isClientName(client)) {
    throw new WebservError(
      "invalid-params",
      `"${client}" is no client that WebServ knows an entry for`,
      { next: `Use one of ${clientNames.join(", ")}; others take a command and its arguments.` },
    );
  }
  if (options.write === true) {
    const file = await writeEntry(client, options.file);
    output.result({ client, file }, `${file} has the entry now; start ${client} anew`);
    return;
  }
  const { file, text } = mcpEntry(client);
  output.note(`for ${file}:`);
  output.result({ client, file, text }, text);
}
