// Models one member of a tar archive.

export type TarType = "file" | "folder" | "symlink" | "hardlink" | "fifo" | "device" | "other";

/**
 * Names are kept byte for byte: strings of one character a byte (latin1), since file names need
 * not be UTF-8 and must come out as they went in.
 */
export interface TarEntry {
  readonly path: string;
  readonly type: TarType;
  /** Target of a symbolic link, or the archive path of the file a hard link is to. */
  readonly linkPath: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  /** Bytes of the body; 0 for everything but files. */
  readonly size: number;
  readonly xattrs: ReadonlyMap<string, Buffer>;
}

export const noXattrs: ReadonlyMap<string, Buffer> = new Map();

/** Makes an entry of root's with the usual values. */
export function plainEntry(
  path: string,
  type: TarType,
  mode: number,
  rest: Partial<TarEntry> = {},
): TarEntry {
  return {
    path,
    type,
    mode,
    linkPath: "",
    uid: 0,
    gid: 0,
    mtime: 0,
    size: 0,
    xattrs: noXattrs,
    ...rest,
  };
}

/** Converts text to the form of names in this module: its UTF-8 bytes, one character each. */
export function toBytesName(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Converts a name back to text that people can read. */
export function fromBytesName(name: string): string {
  return Buffer.from(name, "latin1").toString("utf8");
}
