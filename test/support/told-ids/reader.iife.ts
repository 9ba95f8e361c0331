// Makes pages from seeds, reads, changes and loads them anew, and follows every id that was shown. It is a content
// script for one test alone.
import { ElementFinder } from "@webserv/extension/src/content/observe/identity/element-finder.ts";
import { Cuts, piecesOf } from "@webserv/extension/src/content/observe/budget/cuts.ts";
import { FrameIds } from "@webserv/extension/src/content/observe/identity/frame-ids.ts";
import type { ReadingSources } from "@webserv/extension/src/content/observe/frame-reader.ts";
import { Looks } from "@webserv/extension/src/content/observe/looks/looks.ts";
import { MoreIds } from "@webserv/extension/src/content/observe/identity/more-ids.ts";
import { readFrame, recall } from "@webserv/extension/src/content/observe/reading.ts";
import { extensionPlatform } from "@webserv/extension/src/content/bridge/platform.ts";
import type { FrameReading } from "@webserv/shared/model/page/observation.ts";

import { Random } from "../fuzz/random.ts";
import { idlePageChannel } from "../reading/idle-page-channel.ts";
import { SeededPage } from "./seeded-page.ts";

/** The budgets of readings; the last one shows most pages whole. */
const BUDGETS = [150, 250, 400, 800, 2000, 10_000] as const;
const TURNS = 8;
/** The acts that change nothing that the page says. */
const MOVES: ReadonlySet<string> = new Set(["scroll", "focus"]);
const CHANGES: ReadonlySet<string> = new Set(["append", "remove", "toggle"]);

const pageChannel = idlePageChannel({ hasHosts: false });
const platform = extensionPlatform();

interface Looking {
  readonly maxTokens: number;
  readonly expand?: string;
  readonly diff?: boolean;
}

/** Takes one seed's page through a sequence of acts, readings and loads, and notes what failed. */
class Visit {
  readonly faults: string[] = [];
  readonly #seed: number;
  readonly #random: Random;
  /** Maps each id to its thing, as shown by this load or by earlier ones of a document with the same contents. */
  #told = new Map<string, string>();
  readonly #toldBefore = new Map<string, string>();
  /** Maps each id to its thing, as shown by this load alone. */
  readonly #toldHere = new Map<string, string>();
  /** True if things were added, removed or renamed, so that this is not what another load makes. */
  #isChanged = false;
  readonly #done: string[] = [];
  #page: SeededPage;
  #sources = sourcesOfLoad();
  #expandable: readonly string[] = [];
  /** The html that was shown last, with its budget; undefined if the page has changed since. */
  #shown: { readonly html: string; readonly budget: number } | undefined;
  /** True if the page was scrolled since then, or the focus is elsewhere. */
  #isMoved = false;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed + 1_000_000);
    this.#page = new SeededPage(seed);
  }

  async run(): Promise<void> {
    await this.#look({ maxTokens: 400 });
    for (let turn = 0; turn < TURNS; turn++) await this.#turn();
    await this.#followAll();
  }

  async #turn(): Promise<void> {
    const random = this.#random;
    switch (random.below(8)) {
      case 0:
      case 1:
        this.#load();
        await this.#look({ maxTokens: random.pick(BUDGETS) });
        return;
      case 2:
      case 3:
        await this.#look({ maxTokens: random.pick(BUDGETS), diff: random.chance(0.5) });
        return;
      case 4:
      case 5:
        this.#act();
        await this.#look({ maxTokens: random.pick(BUDGETS), diff: random.chance(0.5) });
        return;
      case 6: {
        const expand = this.#expandable[random.below(this.#expandable.length)] ?? this.#anyTold();
        if (expand !== undefined) await this.#look({ maxTokens: random.pick(BUDGETS), expand });
        return;
      }
      case 7:
        await this.#followAll();
    }
  }

  #act(): void {
    const act = this.#page.act(this.#random);
    this.#done.push(act);
    if (MOVES.has(act)) this.#isMoved = true;
    else if (act !== "nothing") this.#shown = undefined;
    if (!this.#isChanged && CHANGES.has(act)) {
      this.#isChanged = true;
      for (const [id, thing] of this.#told) this.#toldBefore.set(id, thing);
      this.#told = new Map(this.#toldHere);
    }
  }

  #load(): void {
    this.#done.push("load");
    if (this.#isChanged) this.#told = new Map(this.#toldBefore);
    this.#toldHere.clear();
    this.#isChanged = false;
    this.#page = new SeededPage(this.#seed);
    this.#sources = sourcesOfLoad();
    this.#expandable = [];
    this.#shown = undefined;
  }

  async #look(options: Looking): Promise<void> {
    const { maxTokens, expand, diff = false } = options;
    this.#done.push(`look ${maxTokens} ${expand ?? ""}${diff ? " diff" : ""}`);
    const reading = await readFrame(this.#sources, { prefix: "", ...options });
    this.#expandable = reading.expandable;
    for (const id of idsOf(reading)) this.#check(id);
    if (expand !== undefined) return;
    const html = withoutAmounts(reading.html);
    // What has come into view may take the room, and a diff may be of more than there is room for.
    const isSure = !this.#isMoved && (this.#shown?.budget ?? Infinity) <= maxTokens;
    const isAgain = reading.again !== undefined || isSure;
    if (isAgain && this.#shown !== undefined) {
      // With more room than the cut was made for, more may be shown.
      const hasMore = reading.again === undefined;
      const lost =
        this.#isMoved || hasMore
          ? missing(this.#shown.html, html, hasMore)
          : difference(this.#shown.html, html);
      if (lost !== "") this.#fault(`what was shown is not shown again: ${lost}`);
    }
    this.#shown = { html, budget: reading.budget };
    this.#isMoved = false;
  }

  /** Follows every id that was ever shown, as an agent may still use it. */
  async #followAll(): Promise<void> {
    this.#done.push("follow");
    const told = [...this.#told];
    await recall(
      this.#sources,
      told.map(([id]) => id),
    );
    for (const [id, thing] of told) {
      const found = this.#sources.ids.find(id);
      if (found.state === "present") this.#check(id);
      else if (this.#page.elementOf(thing) !== undefined) {
        this.#fault(`${id}, told of ${thing}, is ${found.state}`);
      }
    }
  }

  #check(id: string): void {
    const found = this.#sources.ids.find(id);
    if (found.state !== "present") {
      this.#fault(`${id} is told and ${found.state}`);
      return;
    }
    const thing = this.#page.thingOf(found.element) ?? "?";
    const before = this.#told.get(id);
    if (before !== undefined && before !== thing) {
      this.#fault(`${id} led to ${before} and leads to ${thing}`);
    }
    this.#told.set(id, thing);
    this.#toldHere.set(id, thing);
  }

  #anyTold(): string | undefined {
    const present = [...this.#told].filter(
      ([, thing]) => this.#page.elementOf(thing) !== undefined,
    );
    return present[this.#random.below(present.length)]?.[0];
  }

  #fault(what: string): void {
    this.faults.push(`seed ${this.#seed}: ${what}, after ${this.#done.join(", ")}`);
  }
}

function sourcesOfLoad(): ReadingSources {
  const ids = new FrameIds();
  return {
    pageChannel,
    ids,
    finder: new ElementFinder(ids),
    more: new MoreIds(),
    cuts: new Cuts(),
    looks: new Looks(),
    shadowRootOf: (element) => platform.openOrClosedShadowRoot(element),
  };
}

/** Removes the amounts of what was left out unread: they are estimates, which get better. */
function withoutAmounts(html: string): string {
  return html.replace(/<!--(more:\S+) [^>]*-->/g, "<!--$1-->");
}

/** Returns the place of the first difference; empty if there is none. */
function difference(one: string, other: string): string {
  if (one === other) return "";
  let at = 0;
  while (one[at] === other[at]) at++;
  return `${one.slice(Math.max(0, at - 80), at + 300)} | ${other.slice(Math.max(0, at - 20), at + 300)}`;
}

/**
 * Returns what is in `one` and not in `other`, except marks and what shows where the page is scrolled to. If `other`
 * had more room, it may hold more of a text that was cut. Addresses are not compared: of two links of one entry that
 * lead to one place the first shows it, and an entry that is in use now may show another link first.
 */
function missing(one: string, other: string, hasMore: boolean): string {
  const compared = (piece: string): string => unmarked(piece).replace(/ href(?:="[^"]*")?/g, "");
  const piecesIn = (html: string): string[] => piecesOf(html, "html").map(({ text }) => text);
  const told = new Set(piecesIn(other).map(compared));
  const isTold = (piece: string): boolean =>
    told.has(piece) || (hasMore && [...told].some((each) => each.startsWith(piece.trimEnd())));
  const lost = piecesIn(one).filter(
    (piece) => !piece.startsWith("<!--") && !isTold(compared(piece)),
  );
  return lost.join(" | ");
}

function unmarked(piece: string): string {
  return piece
    .replace(/ (?:focused|scrolled)(?:="[^"]*")?/g, "")
    .replaceAll(/<\/\w+>/g, "")
    .trimEnd();
}

function idsOf(reading: FrameReading): Set<string> {
  const ids = new Set([...reading.clickable, ...reading.hoverable]);
  for (const { id } of [...reading.inputs, ...reading.selects]) ids.add(id);
  return ids;
}

async function visit(from: number, to: number): Promise<string[]> {
  const faults: string[] = [];
  for (let seed = from; seed < to; seed++) {
    scrollTo(0, 0);
    const each = new Visit(seed);
    try {
      await each.run();
    } catch (error) {
      faults.push(`seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : "?"}`);
    }
    faults.push(...each.faults.slice(0, 3));
  }
  return faults;
}

Object.defineProperty(globalThis, Symbol.for("webserv.told-ids"), { value: visit });
