// Adds `webserv skill`: the page that teaches a model to use these commands.
import type { Command } from "commander";

import type { Settings } from "../commands/settings.ts";

export function addSkill(program: Command, settingsOf: (command: Command) => Settings): void {
  const command = program
    .command("skill")
    .description("Print a page that teaches a model to use WebServ from a shell")
    .action(async () => {
      const { skillPage } = await import("./skill-page.ts");
      const page = skillPage();
      settingsOf(command).output.result({ page }, page);
    });
}
