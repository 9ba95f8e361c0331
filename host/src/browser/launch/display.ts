// Reads from the caller's environment on which display a browser's window can open.

const names = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"] as const;

/**
 * Returns the variables that a browser needs to reach the display of `env`; the daemon may have
 * been started without them.
 */
export function displayVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== "") variables[name] = value;
  }
  return variables;
}

/** Tells whether a window can open at all. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  return (env["DISPLAY"] ?? "") !== "" || (env["WAYLAND_DISPLAY"] ?? "") !== "";
}
