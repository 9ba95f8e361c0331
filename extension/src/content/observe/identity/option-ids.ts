// Gives the options of selects their ids, which stay with what is chosen by them. It is a state
// machine over descriptions of options that knows nothing of the DOM.
//
// The rules are those of elements (id-book.ts). An option that shows another thing by now retires
// its id. A new element takes that over if everything tells that it is the same thing, and no id is
// ever given to a second one. Options are told apart by the value their author gave them, then by
// their words within their group.
import { withoutVolatile } from "../naming/volatile.ts";

export interface DescribedOption {
  /** The element's identity: a number never given to another element. */
  readonly key: number;
  readonly value: string;
  /** The author knows the option by its value: it is there, and not the mere place in the list. */
  readonly hasKey: boolean;
  readonly text: string;
  readonly group: string;
  /** The last part of its id; a number follows if that is another's. */
  readonly name: string;
}

/** Issues ids, none twice. */
export interface IdSource {
  reserve(base: string, key: number): string;
  /** Moves an id to the element with this key; without a key it is no element's. */
  move(id: string, key: number | undefined): void;
}

interface OptionRecord {
  readonly id: string;
  last: DescribedOption;
  at: number;
}

interface Select {
  readonly live: Map<number, OptionRecord>;
  retired: OptionRecord[];
  language: string;
}

/** A page that never stops replacing must not fill memory. */
const MAX_RETIRED = 1000;
const MAX_SELECTS = 1000;

export class OptionIds {
  readonly #source: IdSource;
  readonly #selects = new Map<string, Select>();

  constructor(source: IdSource) {
    this.#source = source;
  }

  /**
   * Returns the ids of `options`, in their order.
   *
   * @param isLive whether the option with this key, which is not among them, is still in the
   *   document
   * @param language the document's, as it says
   */
  assign(
    selectId: string,
    options: readonly DescribedOption[],
    isLive: (key: number) => boolean,
    language = "",
  ): string[] {
    const select: Select = this.#selects.get(selectId) ?? {
      live: new Map<number, OptionRecord>(),
      retired: [],
      language,
    };
    this.#note(selectId, select);
    const translated = select.language !== language && isTranslation(select, options);
    select.language = language;
    const gone = this.#retire(select, options, isLive, translated);
    this.#matchRetired(select, options, translated ? gone : []);
    select.retired = select.retired.slice(-MAX_RETIRED);
    return options.map((option, at) => {
      const record = select.live.get(option.key) ?? this.#create(selectId, option);
      record.last = option;
      record.at = at;
      select.live.set(option.key, record);
      return record.id;
    });
  }

  /** The latest stand last: those at the front are given up if there are too many. */
  #note(selectId: string, select: Select): void {
    this.#selects.delete(selectId);
    this.#selects.set(selectId, select);
    for (const id of this.#selects.keys()) {
      if (this.#selects.size <= MAX_SELECTS) break;
      this.#selects.delete(id);
    }
  }

  #retire(
    select: Select,
    options: readonly DescribedOption[],
    isLive: (key: number) => boolean,
    translated: boolean,
  ): OptionRecord[] {
    const nowOf = new Map(options.map((option) => [option.key, option]));
    const before = new Set([...select.live.values()].map(({ last }) => words(last)));
    const gone: OptionRecord[] = [];
    for (const [key, record] of select.live) {
      const now = nowOf.get(key);
      if (now === undefined ? isLive(key) : isSame(record, now, before, translated)) continue;
      gone.push(record);
    }
    for (const record of gone) {
      select.live.delete(record.last.key);
      select.retired.push(record);
      this.#source.move(record.id, undefined);
    }
    return gone;
  }

  #matchRetired(
    select: Select,
    options: readonly DescribedOption[],
    translated: readonly OptionRecord[],
  ): void {
    const newcomers = (): DescribedOption[] => options.filter(({ key }) => !select.live.has(key));
    if (select.retired.length === 0 || newcomers().length === 0) return;
    for (const rule of MATCH_RULES) {
      const everyone = Map.groupBy(options, rule);
      const retired = Map.groupBy(select.retired, ({ last }) => rule(last));
      for (const [key, come] of Map.groupBy(newcomers(), rule)) {
        const went = retired.get(key) ?? [];
        // Likes are told by their order alone, and only if as many come as went.
        if (key === "" || went.length !== come.length) continue;
        if (everyone.get(key)?.length !== come.length) continue;
        for (const [at, record] of went.toSorted((a, b) => a.at - b.at).entries()) {
          const now = come[at];
          if (now !== undefined) this.#bind(select, record, now);
        }
      }
    }
    // If all words are others, only the order stays.
    const rest = newcomers();
    const left = translated.filter((record) => select.retired.includes(record));
    if (left.length !== rest.length || rest.some(({ hasKey }) => hasKey)) return;
    for (const [at, record] of left.toSorted((a, b) => a.at - b.at).entries()) {
      const now = rest[at];
      if (now !== undefined) this.#bind(select, record, now);
    }
  }

  #bind(select: Select, record: OptionRecord, now: DescribedOption): void {
    select.retired = select.retired.filter((each) => each !== record);
    select.live.set(now.key, record);
    this.#source.move(record.id, now.key);
  }

  #create(selectId: string, option: DescribedOption): OptionRecord {
    const id = this.#source.reserve(`${selectId}.${option.name}`, option.key);
    return { id, last: option, at: 0 };
  }
}

/** Tells whether there are as many options as before, and none with words that one had then. */
function isTranslation({ live }: Select, options: readonly DescribedOption[]): boolean {
  const before = new Set([...live.values()].map(({ last }) => words(last)));
  return options.length === live.size && !options.some((option) => before.has(words(option)));
}

/** Tells whether an element shows what it showed before. */
function isSame(
  record: OptionRecord,
  now: DescribedOption,
  before: ReadonlySet<string>,
  translated: boolean,
): boolean {
  const { last } = record;
  if (last.hasKey && now.hasKey) return last.value === now.value;
  const isKnown = words(last) === words(now);
  // A value that is a key at one place does not tell the option at another.
  if (last.hasKey || now.hasKey) return isKnown && last.value === now.value;
  if (translated || isKnown) return true;
  // Words that are added to an option change nothing, unless another had them before.
  return last.group === now.group && isLonger(last.text, now.text) && !before.has(words(now));
}

/** Tells whether one of them is the other with words behind it. */
function isLonger(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short !== "" && long.startsWith(short) && /^[^\p{L}\p{N}]/u.test(long.slice(short.length));
}

function words({ group, text }: DescribedOption): string {
  return [group, withoutVolatile(text).toLowerCase()].join("\n");
}

/**
 * Each rule returns the key that must be equal for two options to be one, strongest first; it is
 * empty if it tells nothing of an option.
 */
const MATCH_RULES: readonly ((option: DescribedOption) => string)[] = [
  (option) => [words(option), option.value].join("\n"),
  (option) => (option.hasKey ? "" : words(option)),
  ({ value, hasKey }) => (hasKey ? value : ""),
];
