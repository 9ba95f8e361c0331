// Gives the options of selects their ids, which stay with what is chosen by them: a state machine over
// descriptions of options that knows nothing of the DOM.
//
// The rules are those of elements (id-book.ts): an option that shows another thing by now leaves its id
// vacant, a new element takes that over where all tells that it is the same thing, and no id is ever
// given to a second one. What tells options apart is the value their author gave them, then their
// words within their group.
import { withoutVolatile } from "../naming/volatile.ts";

export interface DescribedOption {
  /** The element's identity: a number never given to another element. */
  readonly key: number;
  readonly value: string;
  /** Whether its author knows it by the value: it is there, and not its mere place in the list. */
  readonly hasKey: boolean;
  readonly text: string;
  readonly group: string;
  /** What its id is made of; a number follows where that is another's. */
  readonly name: string;
}

/** Where ids come from, none twice. */
export interface IdSource {
  reserve(base: string, key: number): string;
  /** The id goes over to the element with this key; without one it is no element's. */
  move(id: string, key: number | undefined): void;
}

interface Entry {
  readonly id: string;
  last: DescribedOption;
  at: number;
}

interface Select {
  readonly live: Map<number, Entry>;
  vacant: Entry[];
  language: string;
}

/** A page that never stops replacing must not fill memory. */
const MAX_VACANT = 1000;
const MAX_SELECTS = 1000;

export class OptionIds {
  readonly #source: IdSource;
  readonly #selects = new Map<string, Select>();

  constructor(source: IdSource) {
    this.#source = source;
  }

  /**
   * The ids of `options`, in their order.
   * @param isLive whether the option with this key, which is not among them, is still in the document
   * @param language of the document, as it says
   */
  assign(
    selectId: string,
    options: readonly DescribedOption[],
    isLive: (key: number) => boolean,
    language = "",
  ): string[] {
    const select: Select = this.#selects.get(selectId) ?? {
      live: new Map<number, Entry>(),
      vacant: [],
      language,
    };
    this.#note(selectId, select);
    const translated = select.language !== language && isTranslation(select, options);
    select.language = language;
    const gone = this.#vacate(select, options, isLive, translated);
    this.#takeOver(select, options, translated ? gone : []);
    select.vacant = select.vacant.slice(-MAX_VACANT);
    return options.map((option, at) => {
      const entry = select.live.get(option.key) ?? this.#begin(selectId, option);
      entry.last = option;
      entry.at = at;
      select.live.set(option.key, entry);
      return entry.id;
    });
  }

  /** The latest last: those at the front are given up where there are too many. */
  #note(selectId: string, select: Select): void {
    this.#selects.delete(selectId);
    this.#selects.set(selectId, select);
    for (const id of this.#selects.keys()) {
      if (this.#selects.size <= MAX_SELECTS) break;
      this.#selects.delete(id);
    }
  }

  #vacate(
    select: Select,
    options: readonly DescribedOption[],
    isLive: (key: number) => boolean,
    translated: boolean,
  ): Entry[] {
    const nowOf = new Map(options.map((option) => [option.key, option]));
    const before = new Set([...select.live.values()].map(({ last }) => words(last)));
    const gone: Entry[] = [];
    for (const [key, entry] of select.live) {
      const now = nowOf.get(key);
      if (now === undefined ? isLive(key) : isSame(entry, now, before, translated)) continue;
      gone.push(entry);
    }
    for (const entry of gone) {
      select.live.delete(entry.last.key);
      select.vacant.push(entry);
      this.#source.move(entry.id, undefined);
    }
    return gone;
  }

  #takeOver(
    select: Select,
    options: readonly DescribedOption[],
    translated: readonly Entry[],
  ): void {
    const newcomers = (): DescribedOption[] => options.filter(({ key }) => !select.live.has(key));
    if (select.vacant.length === 0 || newcomers().length === 0) return;
    for (const claim of CLAIMS) {
      const everyone = Map.groupBy(options, claim);
      const vacant = Map.groupBy(select.vacant, ({ last }) => claim(last));
      for (const [made, come] of Map.groupBy(newcomers(), claim)) {
        const went = vacant.get(made) ?? [];
        // Likes are told by their order alone, and only if as many come as went.
        if (made === "" || went.length !== come.length) continue;
        if (everyone.get(made)?.length !== come.length) continue;
        for (const [at, entry] of went.toSorted((a, b) => a.at - b.at).entries()) {
          const now = come[at];
          if (now !== undefined) this.#give(select, entry, now);
        }
      }
    }
    // Where all words are others, what stays is the order.
    const rest = newcomers();
    const left = translated.filter((entry) => select.vacant.includes(entry));
    if (left.length !== rest.length || rest.some(({ hasKey }) => hasKey)) return;
    for (const [at, entry] of left.toSorted((a, b) => a.at - b.at).entries()) {
      const now = rest[at];
      if (now !== undefined) this.#give(select, entry, now);
    }
  }

  #give(select: Select, entry: Entry, now: DescribedOption): void {
    select.vacant = select.vacant.filter((each) => each !== entry);
    select.live.set(now.key, entry);
    this.#source.move(entry.id, now.key);
  }

  #begin(selectId: string, option: DescribedOption): Entry {
    const id = this.#source.reserve(`${selectId}.${option.name}`, option.key);
    return { id, last: option, at: 0 };
  }
}

/** As many options as before, and none with words that one had then. */
function isTranslation({ live }: Select, options: readonly DescribedOption[]): boolean {
  const before = new Set([...live.values()].map(({ last }) => words(last)));
  return options.length === live.size && !options.some((option) => before.has(words(option)));
}

/** Whether an element shows what it showed before. */
function isSame(
  entry: Entry,
  now: DescribedOption,
  before: ReadonlySet<string>,
  translated: boolean,
): boolean {
  const { last } = entry;
  if (last.hasKey && now.hasKey) return last.value === now.value;
  const isKnown = words(last) === words(now);
  // A value that is a key at one place is not told by it at another.
  if (last.hasKey || now.hasKey) return isKnown && last.value === now.value;
  if (translated || isKnown) return true;
  // Words that are added to an option change nothing, unless another had them before.
  return last.group === now.group && isLonger(last.text, now.text) && !before.has(words(now));
}

/** Whether one of them is the other with words behind it. */
function isLonger(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short !== "" && long.startsWith(short) && /^[^\p{L}\p{N}]/u.test(long.slice(short.length));
}

function words({ group, text }: DescribedOption): string {
  return [group, withoutVolatile(text).toLowerCase()].join("\n");
}

/** What must be equal for two to be one, strongest first; empty where that tells nothing of an option. */
const CLAIMS: readonly ((option: DescribedOption) => string)[] = [
  (option) => [words(option), option.value].join("\n"),
  (option) => (option.hasKey ? "" : words(option)),
  ({ value, hasKey }) => (hasKey ? value : ""),
];
