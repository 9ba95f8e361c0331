// Holds the files of an image, its layers laid one over the other, as a tree of names.
import { HeaderTally } from "./header-tally.ts";
import { stepsOf } from "./path-steps.ts";
import type { TarEntry } from "./tar-entry.ts";
import { fromBytesName, noXattrs } from "./tar-entry.ts";
import { TarError } from "./tar-reader.ts";

export interface Attributes {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtime: number;
  readonly xattrs: ReadonlyMap<string, Buffer>;
}

export interface Folder {
  readonly kind: "folder";
  attributes: Attributes;
  readonly children: Map<string, Slot>;
}

interface Origin {
  readonly layer: number;
  readonly index: number;
}

/** A file; hard links are several names with the same object. */
export interface File {
  readonly kind: "file";
  readonly attributes: Attributes;
  readonly size: number;
  /** The layer and the entry's index in it where its body is, or the body itself. */
  readonly body: Origin | Buffer;
  /** The body of a file that is to be read. */
  readonly kept?: Buffer;
}

export interface Symlink {
  readonly kind: "symlink";
  readonly attributes: Attributes;
  readonly target: string;
}

export interface Fifo {
  readonly kind: "fifo";
  readonly attributes: Attributes;
}

export type Node = Folder | File | Symlink | Fifo;

/** A name in a folder: its node, and the last layer that changed it. */
export interface Slot {
  node: Node;
  layer: number;
}

const OPAQUE = ".wh..wh..opq";
const MAX_LINKS = 40;
/** An unprivileged container has the ids below this one. */
const IDS = 65_536;
const ownAttributes: Attributes = { mode: 0o755, uid: 0, gid: 0, mtime: 0, xattrs: noXattrs };

/**
 * Layers are laid from the lowest up, by the rules of Docker's overlay: a file named `.wh.x` removes
 * x of the layers below, `.wh..wh..opq` all that they have in its folder, wherever in the layer it
 * stands; a folder joins a folder and replaces anything else. Throws TarError.
 */
export class FileTree {
  readonly root: Folder = { kind: "folder", attributes: ownAttributes, children: new Map() };
  /** The number of device nodes, which are left out. */
  dropped = 0;
  readonly #tally: HeaderTally;

  constructor(tally = new HeaderTally()) {
    this.#tally = tally;
  }

  /** Lays one entry, the `index`-th of its layer; `kept` is its body, if that is to be read. */
  lay(entry: TarEntry, layer: number, index: number, kept?: Buffer): void {
    this.#tally.entry(entry);
    if (entry.type === "device" || entry.type === "other") {
      this.dropped += 1;
      return;
    }
    const steps = stepsOf(entry.path);
    const name = steps.pop();
    if (name === undefined) {
      if (entry.type === "folder") this.root.attributes = attributesOf(entry);
      return;
    }
    // Old archives hold AUFS's own books, of which nothing but the opaque mark is a file's.
    if ([...steps, name].some((step) => step.startsWith(".wh..wh.") && step !== OPAQUE)) return;
    const folder = this.#folder(steps, layer);
    if (name === OPAQUE) dropBelow(folder, layer);
    else if (name.startsWith(".wh.")) whiteOut(folder, name.slice(4), layer);
    else this.#put(folder, name, entry, { layer, index }, kept);
  }

  /** Returns the body of a file that was kept while it was laid; empty if there is none. */
  text(path: string): string {
    const node = this.find(path)?.node;
    return node?.kind === "file" ? (node.kept?.toString("utf8") ?? "") : "";
  }

  /** Finds what is at a path and follows symbolic links on the way and at its end; undefined if nothing is there. */
  find(path: string): { readonly path: string; readonly node: Node } | undefined {
    const steps = this.#resolve(stepsOf(path));
    return steps === undefined ? undefined : { path: steps.join("/"), node: this.#at(steps) };
  }

  /** Puts a file of ours, or a link, where `path` leads; folders on the way are made. */
  add(path: string, content: Buffer | { readonly symlink: string }, mode = 0o644): void {
    const steps = stepsOf(path);
    const name = steps.pop() ?? "";
    const folder = this.addFolder(steps.join("/"));
    const attributes = { ...ownAttributes, mode };
    const node: Node = Buffer.isBuffer(content)
      ? { kind: "file", attributes, size: content.length, body: content }
      : { kind: "symlink", attributes: { ...attributes, mode: 0o777 }, target: content.symlink };
    folder.children.set(name, { node, layer: Infinity });
  }

  /** Moves the node at a real path to another one. */
  move(from: string, to: string): void {
    const steps = stepsOf(from);
    const name = steps.pop() ?? "";
    const folder = this.#at(steps);
    const slot = folder.kind === "folder" ? folder.children.get(name) : undefined;
    if (slot === undefined || folder.kind !== "folder") return;
    folder.children.delete(name);
    const target = stepsOf(to);
    const newName = target.pop() ?? "";
    this.addFolder(target.join("/")).children.set(newName, slot);
  }

  /** Returns the folder that `path` leads to; makes it if it is missing. */
  addFolder(path: string, mode = 0o755): Folder {
    let at: string[] = [];
    let folder = this.root;
    for (const step of stepsOf(path)) {
      const next = this.#resolve([...at, step]);
      const node = next === undefined ? undefined : this.#at(next);
      if (next !== undefined && node?.kind === "folder") {
        at = next;
        folder = node;
        continue;
      }
      const made: Folder = {
        kind: "folder",
        attributes: { ...ownAttributes, mode },
        children: new Map(),
      };
      folder.children.set(step, { node: made, layer: Infinity });
      folder = made;
      at = [...at, step];
    }
    return folder;
  }

  #put(folder: Folder, name: string, entry: TarEntry, at: Origin, kept?: Buffer): void {
    const existing = folder.children.get(name);
    if (entry.type === "folder" && existing?.node.kind === "folder") {
      existing.node.attributes = attributesOf(entry);
      existing.layer = at.layer;
      return;
    }
    folder.children.set(name, { node: this.#nodeOf(entry, at, kept), layer: at.layer });
  }

  #nodeOf(entry: TarEntry, body: Origin, kept?: Buffer): Node {
    if (entry.type === "hardlink") return this.#linked(entry);
    const attributes = attributesOf(entry);
    switch (entry.type) {
      case "folder":
        return { kind: "folder", attributes, children: new Map() };
      case "symlink":
        return { kind: "symlink", attributes, target: entry.linkPath };
      case "fifo":
        return { kind: "fifo", attributes };
      default:
        return { kind: "file", attributes, size: entry.size, body, ...(kept && { kept }) };
    }
  }

  /** Finds what a hard link is to: it is a name of the archive, not a path to be followed. */
  #linked(entry: TarEntry): Node {
    const steps = stepsOf(entry.linkPath);
    const name = steps.pop() ?? "";
    const folder = this.#resolve(steps);
    const node = folder === undefined ? undefined : this.#at(folder);
    const target = node?.kind === "folder" ? node.children.get(name)?.node : undefined;
    if (target !== undefined && target.kind !== "folder") return target;
    throw new TarError(
      `"${fromBytesName(entry.path)}" is a hard link to "${fromBytesName(entry.linkPath)}", which is not there`,
    );
  }

  /**
   * Returns the folder an entry lies in; makes it if the layer names none. A symbolic link on the way is followed if it
   * is this layer's own; one of a layer below is replaced, as an overlay does.
   */
  #folder(steps: readonly string[], layer: number): Folder {
    let folder = this.root;
    const path: string[] = [];
    for (const step of steps) {
      path.push(step);
      let slot = folder.children.get(step);
      if (slot?.node.kind === "symlink" && slot.layer === layer) {
        const target = this.#resolve(path);
        const node = target === undefined ? undefined : this.#at(target);
        if (target === undefined || node?.kind !== "folder") {
          throw new TarError(
            `"${fromBytesName(path.join("/"))}" is a link that leads to no folder`,
          );
        }
        path.splice(0, path.length, ...target);
        folder = node;
        continue;
      }
      if (slot?.node.kind !== "folder") {
        this.#tally.folder(step);
        slot = {
          node: { kind: "folder", attributes: ownAttributes, children: new Map() },
          layer,
        };
        folder.children.set(step, slot);
      }
      slot.layer = layer;
      if (slot.node.kind === "folder") folder = slot.node;
    }
    return folder;
  }

  /** Returns the real steps of a path whose links are followed within the root; undefined if it leads to nothing. */
  #resolve(steps: readonly string[]): string[] | undefined {
    const todo = steps.toReversed();
    const done: string[] = [];
    let links = 0;
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if (step === "" || step === ".") continue;
      if (step === "..") {
        done.pop();
        continue;
      }
      const parent = this.#at(done);
      const node = parent.kind === "folder" ? parent.children.get(step)?.node : undefined;
      if (node === undefined) return undefined;
      if (node.kind !== "symlink") {
        done.push(step);
        continue;
      }
      links += 1;
      if (links > MAX_LINKS) return undefined;
      if (node.target.startsWith("/")) done.length = 0;
      todo.push(...node.target.split("/").toReversed());
    }
    return done;
  }

  /** Finds the node at steps that are known to exist. */
  #at(steps: readonly string[]): Node {
    let node: Node = this.root;
    for (const step of steps) {
      const next: Node | undefined =
        node.kind === "folder" ? node.children.get(step)?.node : undefined;
      if (next === undefined) throw new TarError(`"${fromBytesName(steps.join("/"))}" is gone`);
      node = next;
    }
    return node;
  }
}

/** Removes the entries of the layers below, and keeps those of this one. */
function dropBelow(folder: Folder, layer: number): void {
  for (const name of folder.children.keys()) whiteOut(folder, name, layer);
}

function whiteOut(folder: Folder, name: string, layer: number): void {
  const slot = folder.children.get(name);
  if (slot === undefined) return;
  if (slot.layer !== layer) folder.children.delete(name);
  else if (slot.node.kind === "folder") dropBelow(slot.node, layer);
}

function attributesOf({ path, mode, uid, gid, mtime, xattrs }: TarEntry): Attributes {
  if (uid >= IDS || gid >= IDS) {
    throw new TarError(
      `"${fromBytesName(path)}" belongs to ${uid}:${gid}, and a sandbox knows ids below ${IDS} only`,
    );
  }
  return { mode, uid, gid, mtime, xattrs };
}
