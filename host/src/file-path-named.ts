// Makes errors of the file system name their file: Node leaves it out where it writes to an open file, as on a full disk.

/** @throws what `work` throws, with the path where an error of the system names none. */
export function namingPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withPath(path, error);
  }
}

/** As `namingPath`, for work that takes its time. */
export async function namingPathOf<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withPath(path, error);
  }
}

function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || "path" in error) return error;
  // Of another file, from which it is written.
  if (error.syscall === "read") return error;
  const code = "code" in error ? { code: error.code } : {};
  return Object.assign(new Error(`${error.message} '${path}'`, { cause: error }), {
    ...code,
    syscall: error.syscall,
    path,
  });
}
