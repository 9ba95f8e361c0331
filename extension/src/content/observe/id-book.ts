// Gives elements their semantic ids and remembers them: a state machine over descriptions of
// elements that knows nothing of the DOM.
import { slug } from "./slug.ts";

/** What an id is made from. */
export interface Descriptor {
  /** The element's identity: a number never given to another element. */
  readonly key: number;
  readonly tag: string;
  /** What the element is called; may be long, in any script, or empty. */
  readonly name: string;
  /** Used where the name has no letters: the element's role or kind. */
  readonly kind: string;
  /** Names of what it stands in, nearest first. */
  readonly scopes: readonly string[];
  /** What stands around it (a row's texts): tells apart elements that are otherwise the same. */
  readonly context: string;
}

interface Entry {
  readonly id: string;
  readonly evidence: string;
  context: string;
  key: number;
  /** Number of the last reading in which its element was in the document. */
  lastLive: number;
}

/** Ids of one evidence that can be taken over; a page that never stops replacing must not fill memory. */
const MAX_VACATED = 2000;

export class IdBook {
  readonly #byKey = new Map<number, Entry>();
  /** Never shrinks: a vacated id must not come to mean something else. */
  readonly #byId = new Map<string, Entry>();
  /** Entries whose element has left the document, by evidence, in the order they were given. */
  readonly #vacated = new Map<string, Entry[]>();
  readonly #lastNumber = new Map<string, number>();
  #reading = 0;

  /**
   * The ids of `descriptors`, in their order. An element keeps its id for as long as it lives; one
   * that replaces another of the same evidence (tag, name, scope) takes its id over.
   * @param isLive whether the element with this key is still in the document
   */
  assign(descriptors: readonly Descriptor[], isLive: (key: number) => boolean): string[] {
    this.#reading++;
    this.#vacate(isLive);
    const ids: string[] = Array.from({ length: descriptors.length }, () => "");
    const newcomers = new Map<string, number[]>();
    for (const [index, descriptor] of descriptors.entries()) {
      const entry = this.#byKey.get(descriptor.key);
      if (entry !== undefined) {
        entry.context = descriptor.context;
        entry.lastLive = this.#reading;
        ids[index] = entry.id;
        continue;
      }
      const evidence = evidenceOf(descriptor);
      const group = newcomers.get(evidence);
      if (group === undefined) newcomers.set(evidence, [index]);
      else group.push(index);
    }
    for (const [evidence, group] of newcomers) {
      this.#takeOver(evidence, group, descriptors, ids);
    }
    for (const [index, descriptor] of descriptors.entries()) {
      if (ids[index] === "") ids[index] = this.#begin(descriptor);
    }
    return ids;
  }

  /** The key of the element that has, or last had, this id. */
  keyOf(id: string): number | undefined {
    return this.#byId.get(id)?.key;
  }

  idOf(key: number): string | undefined {
    return this.#byKey.get(key)?.id;
  }

  /** Ids whose elements were in the document at the last reading. */
  *liveIds(): Iterable<string> {
    for (const entry of this.#byKey.values()) yield entry.id;
  }

  #vacate(isLive: (key: number) => boolean): void {
    for (const [key, entry] of this.#byKey) {
      if (isLive(key)) {
        entry.lastLive = this.#reading;
        continue;
      }
      this.#byKey.delete(key);
      const group = this.#vacated.get(entry.evidence);
      if (group === undefined) this.#vacated.set(entry.evidence, [entry]);
      else group.push(entry);
    }
  }

  /**
   * Hands vacated ids of one evidence to its newcomers: first where the surroundings are the same,
   * then to the rest; each time only if there are as many as went away last. Otherwise which is
   * which can't be told, and the newcomers get ids of their own.
   */
  #takeOver(
    evidence: string,
    newcomers: readonly number[],
    descriptors: readonly Descriptor[],
    ids: string[],
  ): void {
    let vacated = this.#vacated.get(evidence);
    if (vacated === undefined) return;
    const match = (indices: readonly number[], entries: readonly Entry[]): boolean => {
      const recent = latest(entries);
      if (recent.length !== indices.length) return false;
      for (const [at, index] of indices.entries()) {
        const entry = recent[at];
        const descriptor = descriptors[index];
        if (entry === undefined || descriptor === undefined) continue;
        entry.key = descriptor.key;
        entry.context = descriptor.context;
        entry.lastLive = this.#reading;
        this.#byKey.set(descriptor.key, entry);
        ids[index] = entry.id;
      }
      return true;
    };
    const byContext = Map.groupBy(vacated, (entry) => entry.context);
    const rest: number[] = [];
    for (const [context, group] of Map.groupBy(newcomers, (at) => descriptors[at]?.context ?? "")) {
      if (!match(group, byContext.get(context) ?? [])) rest.push(...group);
    }
    const isVacant = (entry: Entry): boolean => this.#byKey.get(entry.key) !== entry;
    vacated = vacated.filter(isVacant);
    if (rest.length > 0 && match(rest, vacated)) vacated = vacated.filter(isVacant);
    if (vacated.length === 0) this.#vacated.delete(evidence);
    else this.#vacated.set(evidence, vacated.slice(-MAX_VACATED));
  }

  #begin(descriptor: Descriptor): string {
    const id = this.#freeId(descriptor);
    const entry: Entry = {
      id,
      evidence: evidenceOf(descriptor),
      context: descriptor.context,
      key: descriptor.key,
      lastLive: this.#reading,
    };
    this.#byKey.set(descriptor.key, entry);
    this.#byId.set(id, entry);
    return id;
  }

  /** Nearest scope and name; else a farther scope; a number as the last resort. */
  #freeId(descriptor: Descriptor): string {
    const name = nameSlug(descriptor);
    const candidates = scopeSlugs(descriptor, name).map((scope) => `${scope}.${name}`);
    if (candidates.length === 0) candidates.push(name);
    for (const candidate of candidates) if (!this.#byId.has(candidate)) return candidate;
    const base = candidates[0] ?? name;
    let number = this.#lastNumber.get(base) ?? 1;
    do number++;
    while (this.#byId.has(`${base}-${number}`));
    this.#lastNumber.set(base, number);
    return `${base}-${number}`;
  }
}

/** Those that were in the document together at the end, in the order their ids were given. */
function latest(entries: readonly Entry[]): readonly Entry[] {
  const lastLive = entries.reduce((last, entry) => Math.max(last, entry.lastLive), 0);
  return entries.filter((entry) => entry.lastLive === lastLive);
}

function evidenceOf(descriptor: Descriptor): string {
  const name = nameSlug(descriptor);
  return `${descriptor.tag} ${name} ${scopeSlugs(descriptor, name)[0] ?? ""}`;
}

function nameSlug(descriptor: Descriptor): string {
  const name = slug(descriptor.name);
  if (name !== "") return name;
  return slug(descriptor.kind) || "element";
}

function scopeSlugs(descriptor: Descriptor, name: string): string[] {
  const slugs: string[] = [];
  for (const scope of descriptor.scopes) {
    const text = slug(scope);
    if (text !== "" && text !== name && !slugs.includes(text)) slugs.push(text);
  }
  return slugs;
}
