// Answers the functions by which a page asks for files without a field: with those that an upload gives, else as if
// nobody had chosen any.
import type { EventGate } from "./event-gate.ts";

/** Holds what a page wants of a picker. */
export interface PickerWish {
  readonly kind: "files" | "save" | "folder";
  readonly multiple: boolean;
  /** The kinds that the page takes, as in a field's `accept`; empty if it takes all. */
  readonly accept: string;
}

export interface PickerWays {
  /** Gets what is dragged over the frame before the page does. */
  readonly dragGate: EventGate;
  /** Answers the page's picker. */
  readonly answer: (handles: readonly unknown[] | null) => void;
}

export class FilePickers {
  readonly #ways: PickerWays;
  #tellRefused: (what: string) => void = () => {};
  /** Set while an upload waits for the page to ask. */
  #watch: ((wish: PickerWish | null) => void) | undefined;
  /** Set while the page waits for files. */
  #wish: PickerWish | undefined;
  #isOver = false;
  #handles: Promise<readonly unknown[]> | undefined;

  constructor(ways: PickerWays) {
    this.#ways = ways;
  }

  /** @param tell hears what was refused: an empty text for files */
  onRefused(tell: (what: string) => void): void {
    this.#tellRefused = tell;
  }

  /** Takes an ask of the page, as the page script writes it. */
  asked(detail: string): void {
    this.#wish = wishOf(detail);
    const watch = this.#watch;
    this.#watch = undefined;
    // An upload serves the first picker; if the page asks again meanwhile, the page script has refused that one.
    if (watch === undefined) this.#refuse();
    else watch(this.#wish);
  }

  /**
   * Makes a picker of the page wait for files from now on. Resolves once the page has asked for some; with null if
   * the upload ends before.
   */
  async watch(): Promise<PickerWish | null> {
    this.end();
    const { promise, resolve } = Promise.withResolvers<PickerWish | null>();
    this.#watch = resolve;
    return await promise;
  }

  /**
   * Takes the next files that are dragged over this frame for the picker. The page hears of none of it: its own places
   * to drop files would take them, too.
   */
  catchDrag(): void {
    this.#ways.dragGate.watcher = (event) => this.#onDrag(event);
  }

  /** Tells whether files are over this frame, and gives those that were dropped to the page. */
  async state(): Promise<{ readonly over: boolean; readonly given: boolean }> {
    const handles = (await this.#handles) ?? [];
    // The page may have opened another picker, which has closed the one that the files are for.
    const isAwaited = this.#wish !== undefined;
    const given = isAwaited && handles.length > 0;
    if (given) {
      this.#wish = undefined;
      this.#ways.answer(handles);
    }
    return { over: isAwaited && this.#isOver, given };
  }

  /** Ends the upload. A picker that still waits hears that nobody chose any files. */
  end(): void {
    this.#watch?.(null);
    this.#watch = undefined;
    this.#ways.dragGate.watcher = null;
    this.#isOver = false;
    this.#handles = undefined;
    if (this.#wish !== undefined) this.#refuse();
  }

  #refuse(): void {
    const kind = this.#wish?.kind ?? "files";
    this.#wish = undefined;
    this.#ways.answer(null);
    this.#tellRefused(kind === "files" ? "" : kind);
  }

  #onDrag(event: Event): void {
    if (!(event instanceof DragEvent) || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "dragover") this.#isOver = true;
    if (event.type !== "drop" || event.dataTransfer === null) return;
    // The items can be read only while the event is under way.
    this.#handles = Promise.all([...event.dataTransfer.items].map(handleOf)).catch(() => []);
  }
}

function handleOf(item: DataTransferItem): unknown {
  // TypeScript does not know this method.
  const get: unknown = Reflect.get(item, "getAsFileSystemHandle");
  return typeof get === "function" ? Reflect.apply(get, item, []) : null;
}

function wishOf(detail: string): PickerWish {
  const [name, multiple, types, isExclusive] = listIn(detail);
  return {
    kind:
      name === "showSaveFilePicker" ? "save" : name === "showDirectoryPicker" ? "folder" : "files",
    multiple: Boolean(multiple),
    // Otherwise the browser's window has a choice for all files.
    accept: isExclusive === true ? kindsIn(types).join(",") : "",
  };
}

function listIn(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Lists the media types and endings of `types` (File System Access, `FilePickerAcceptType`). */
function kindsIn(types: unknown): readonly string[] {
  if (!Array.isArray(types)) return [];
  return types.flatMap((type: unknown) => {
    if (!isRecord(type) || !isRecord(type["accept"])) return [];
    return Object.entries(type["accept"]).flatMap(([media, endings]) => [
      media,
      ...[endings].flat().map(String),
    ]);
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
