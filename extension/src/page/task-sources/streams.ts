// Follows the cause through the pieces of a body that the page reads as a stream.
import { followOperation } from "../cause/async-operation.ts";
import type { Causes } from "../cause/causes.ts";
import { ownValue } from "../cause/page-values.ts";
import type { Behaviour, Hooks } from "../platform/hooks.ts";
import { isInstance, isNative, natives, PrivateMap } from "../platform/natives.ts";

/** Describes what a stream brings pieces of. */
export interface Source {
  readonly work: number;
  /** Returns the work that its next piece runs under; 0 if no action has led to it. */
  readonly cause: () => number;
  /** Notes that its last piece has come. */
  readonly ended: () => void;
}

/** The source of a stream whose pieces the browser brings by itself, from a file: each is a work of its own. */
export const BROWSERS_OWN: Source = { work: 0, cause: () => 0, ended: () => {} };

export class Streams {
  readonly #causes: Causes;
  readonly #streams = new PrivateMap<Source>();
  /** Follows readers, and iterators. */
  readonly #readers = new PrivateMap<Source>();

  constructor(hooks: Hooks, causes: Causes) {
    this.#causes = causes;
    const { prototype } = ReadableStream;
    hooks.around(prototype, "getReader", "value", this.#read);
    hooks.aroundSame(prototype, ["values", Symbol.asyncIterator], this.#read);
    hooks.around(Blob.prototype, "stream", "value", (native, self, args) => {
      const stream = natives.apply(native, self, args);
      this.set(stream, BROWSERS_OWN);
      return stream;
    });
    hooks.around(prototype, "pipeThrough", "value", (native, self, args) => {
      const result = natives.apply(native, self, args);
      const source = this.#streams.get(self);
      if (source !== undefined) this.set(result, source);
      return result;
    });
    hooks.around(prototype, "tee", "value", (native, self, args) => {
      const result = natives.apply(native, self, args);
      const source = this.#streams.get(self);
      if (source !== undefined) {
        this.set(ownValue(result, "0"), source);
        this.set(ownValue(result, "1"), source);
      }
      return result;
    });
    hooks.around(prototype, "pipeTo", "value", (native, self, args) => {
      const source = this.#streams.get(self);
      const pipe = (): unknown => natives.apply(native, self, args);
      if (source === undefined) return pipe();
      if (source === BROWSERS_OWN) return followOperation(causes, "file", pipe);
      const end = (): void => this.#end(source);
      return causes.followed(pipe(), source.cause, end, end);
    });
    hooks.around(ReadableStreamDefaultReader.prototype, "read", "value", this.#piece);
    hooks.around(ReadableStreamBYOBReader.prototype, "read", "value", this.#piece);
    const iterators = iteratorPrototype();
    if (iterators !== undefined) {
      hooks.around(iterators, "next", "value", this.#piece);
    }
  }

  get(stream: unknown): Source | undefined {
    return this.#streams.get(stream);
  }

  set(stream: unknown, source: Source): void {
    if (isInstance(natives.ReadableStream, stream)) this.#streams.set(stream, source);
  }

  readonly #read: Behaviour = (native, self, args) => {
    const reader = natives.apply(native, self, args);
    const source = this.#streams.get(self);
    if (source !== undefined && typeof reader === "object" && reader !== null) {
      this.#readers.set(reader, source);
    }
    return reader;
  };

  readonly #piece: Behaviour = (native, self, args) => {
    const source = this.#readers.get(self);
    const next = (): unknown => natives.apply(native, self, args);
    if (source === undefined) return next();
    if (source === BROWSERS_OWN) return followOperation(this.#causes, "file", next);
    const end = (): void => this.#end(source);
    const onPiece = (piece: unknown): void => {
      if (ownValue(piece, "done") === true) end();
    };
    return this.#causes.followed(next(), source.cause, onPiece, end);
  };

  #end({ work, ended }: Source): void {
    ended();
    this.#causes.note("end", work);
  }
}

/** Returns the prototype of the iterators of streams, which has no name of its own. */
function iteratorPrototype(): object | undefined {
  const make: unknown = Reflect.get(ReadableStream.prototype, Symbol.asyncIterator);
  if (!isNative(make)) return undefined;
  const iterator: unknown = Reflect.apply(make, new ReadableStream(), []);
  const prototype: unknown =
    typeof iterator === "object" && iterator !== null ? Reflect.getPrototypeOf(iterator) : null;
  return typeof prototype === "object" && prototype !== null ? prototype : undefined;
}
