// Keeps on disk what the set-up did, so that --remove undoes that and nothing else.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { SetupError } from "../../bootstrap/words.mjs";

export const stateFolder = "/var/lib/webserv-setup";

const MOST_BYTES = 1024 * 1024;
const stepNotes = z.record(z.string(), z.array(z.string()));
const scopeNotes = z.record(z.string(), stepNotes);
const recordSchema = z.object({
  version: z.literal(1),
  /** The machine's notes, by step. */
  machine: scopeNotes,
  /** The sets' notes, by the set's name, then by step. */
  sets: z.record(z.string(), scopeNotes),
});
type RecordData = z.infer<typeof recordSchema>;

/** Keeps the notes of one step. */
export interface Notes {
  /** Returns what was noted under `key`; it is empty if nothing was. */
  get(key: string): readonly string[];
  /** Adds to what is noted under `key`, on disk when it resolves. */
  add(key: string, ...values: readonly string[]): Promise<void>;
  forget(): Promise<void>;
}

export interface SetupRecord {
  readonly notesOf: (step: { name: string; scope: "machine" | "set" }, set: string) => Notes;
  /** Returns the names of sets that have notes. */
  readonly sets: () => string[];
  readonly isEmpty: () => boolean;
}

/** Reads the record. @throws SetupError if the file is no record. */
export async function readRecord(folder: string = stateFolder): Promise<SetupRecord> {
  const file = join(folder, "record.json");
  const data = await read(file);
  const save = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    // The file is renamed into place: a process killed here leaves the old record or the new one.
    await writeFile(`${file}.new`, `${JSON.stringify(data, undefined, 2)}\n`);
    await rename(`${file}.new`, file);
  };
  const isEmpty = (): boolean =>
    Object.keys(data.machine).length + Object.keys(data.sets).length === 0;
  return {
    notesOf: ({ name, scope }, set) => ({
      get: (key) => (scope === "machine" ? data.machine : data.sets[set])?.[name]?.[key] ?? [],
      add: async (key, ...values) => {
        const notes = scope === "machine" ? data.machine : (data.sets[set] ??= {});
        const ofStep = (notes[name] ??= {});
        ofStep[key] = [...new Set([...(ofStep[key] ?? []), ...values])];
        await save();
      },
      forget: async () => {
        const notes = scope === "machine" ? data.machine : data.sets[set];
        if (notes?.[name] === undefined) return;
        delete notes[name];
        if (scope === "set" && Object.keys(notes).length === 0) delete data.sets[set];
        await (isEmpty() ? rm(file, { force: true }) : save());
      },
    }),
    sets: () => Object.keys(data.sets),
    isEmpty,
  };
}

async function read(file: string): Promise<RecordData> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { version: 1, machine: {}, sets: {} };
    }
    throw error;
  }
  try {
    if (text.length > MOST_BYTES) throw new Error(`it holds ${text.length} characters`);
    return recordSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new SetupError(
      `${file} is the record of the set-up and can't be read (${String(error)}): correct it, or delete it and remove by hand what was set up.`,
      { cause: error },
    );
  }
}
