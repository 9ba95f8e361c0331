// Adds the path to errors of the file system: Node leaves it out if it writes to an open file, as on a full disk.

/** @throws what `work` throws, with the path if a system error names none. */
export function namingPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** Does the same as `namingPath` for asynchronous work. */
export async function namingPathOf<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withPath(path, error);
  }
}

function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || "path" in error) return error;
  // The error concerns the file that is copied from.
  if (error.syscall === "read") return error;
  const code = "code" in error ? { code: error.code } : {};
  return Object.assign(new Error(`${error.message} '${path}'`, { cause: error }), {
    ...code,
    syscall: error.syscall,
    path,
  });
}
