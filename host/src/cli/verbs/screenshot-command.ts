// Adds `webserv screenshot`: a picture of the page in a file, and the meaning of its marks.
import { writeFile } from "node:fs/promises";
import { extname, resolve } from "node:path";

import { Option } from "commander";
import type { Command } from "commander";

import { screenshotFormat } from "@webserv/shared/model/page/screenshot.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ParamsInput } from "@webserv/shared/protocol/methods.ts";

import { namingPathOf } from "../../file-path-named.ts";
import { addFields, addToList, readFields } from "../commands/command-builder.ts";
import { callersFolder } from "../commands/callers-folder.ts";
import { commands } from "../commands/commands.ts";
import { formatScreenshot } from "../../format/screenshot.ts";
import { commandFields, SESSION_FLAGS, SESSION_HELP } from "../commands/method-command.ts";
import { chooseSession } from "../commands/session-choice.ts";
import type { Settings } from "../commands/settings.ts";
import { callDaemon, checkParams, withDaemon } from "../commands/settings.ts";

const METHOD = "session.screenshot";
const FILE_HELP = "File to write; .png, .jpg or .webp says the format";

/** The file is a positional, or the value of --output. */
export function addScreenshot(
  command: Command,
  settingsOf: (command: Command) => Settings,
  fileAs: "argument" | "option" = "option",
): void {
  const spec = commands[METHOD];
  if ("reason" in spec) return;
  const fields = commandFields(METHOD, spec);
  addFields(command, fields);
  if (fileAs === "argument") command.argument("<file>", FILE_HELP);
  else command.requiredOption("--output <file>", FILE_HELP);
  command
    .addOption(new Option("--id <id>", "Only this element, in view or not").conflicts("fullPage"))
    .option("--full-page", "The whole page, not only what is in view")
    .option("--marks", "Mark every element that has an id and shows")
    .addOption(
      new Option("--mark <id>", "Mark this element; repeat it or separate with commas").argParser(
        addToList,
      ),
    )
    .option(SESSION_FLAGS, SESSION_HELP)
    .action(async () => {
      const settings = settingsOf(command);
      const options: Record<string, unknown> = command.opts();
      const file = resolve(
        callersFolder(),
        textOf(fileAs === "argument" ? command.processedArgs[0] : options["output"]),
      );
      const given = {
        sessionId: "none-yet",
        ...formatOf(file),
        ...readFields(command, fields),
        ...areaOf(options),
        ...marksOf(options),
      };
      checkParams(METHOD, given);
      await withDaemon(settings, true, async (peer) => {
        const named = options["session"];
        const sessionId = await chooseSession(
          peer,
          settings,
          typeof named === "string" ? named : undefined,
        );
        const params = checkParams(METHOD, { ...given, sessionId });
        const { data, ...shown } = await callDaemon(peer, settings, METHOD, params);
        await write(file, Buffer.from(data, "base64"));
        settings.output.result({ file, ...shown }, formatScreenshot(file, shown));
      });
    });
}

type Given = Partial<ParamsInput<typeof METHOD>>;

function areaOf(options: Record<string, unknown>): Given {
  if (typeof options["id"] === "string") return { area: { id: options["id"] } };
  return options["fullPage"] === true ? { area: "page" } : {};
}

function marksOf({ marks, mark }: Record<string, unknown>): Given {
  if (marks === true) return { marks: true };
  return Array.isArray(mark) ? { marks: mark.map(String) } : {};
}

/** Takes the format from the file's ending, unless --format gives it. */
function formatOf(file: string): Given {
  const ending = extname(file).slice(1).toLowerCase();
  const { success, data } = screenshotFormat.safeParse(ending === "jpg" ? "jpeg" : ending);
  return success ? { format: data } : {};
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await namingPathOf(file, () => writeFile(file, bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WebservError("invalid-params", `the picture can't be written: ${why}`, {
      next: "Name another file with --output.",
      cause: error,
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
