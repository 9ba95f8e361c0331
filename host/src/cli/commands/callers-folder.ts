// Returns the folder in which the command was typed: files that a person names are relative to it.

/** npm runs scripts in the package's folder, and passes on the folder in which it was called. */
export function callersFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  return script === "webserv" && folder !== undefined ? folder : process.cwd();
}
