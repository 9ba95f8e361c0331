// Writes as much of what was read as a budget of tokens holds, and never more.
import type { ObserveOptions } from "@webserv/shared/model/observation.ts";
import { DEFAULT_MAX_TOKENS, MAX_HTML } from "@webserv/shared/model/observation.ts";
import { estimateTokens } from "@webserv/shared/model/token-estimate.ts";
import type { WriteStyle } from "./attributes.ts";
import { focusedElement } from "./composed-tree.ts";
import type { Costs } from "./cost.ts";
import { Covers } from "./cover.ts";
import { elide, forget } from "./elide.ts";
import { emphasis } from "./emphasis.ts";
import type { Expansion } from "./expansion.ts";
import type { FrameIds } from "./frame-ids.ts";
import { markView } from "./in-view.ts";
import type { MoreIds } from "./more-ids.ts";
import { writeOutline } from "./outline.ts";
import type { ElementPart, ElisionPart, Part, ViewPart } from "./parts.ts";
import type { OptionEntry } from "./states.ts";
import { toldOptions } from "./states.ts";
import type { Making } from "./stretches.ts";
import type { Walk } from "./walk.ts";
import type { Written } from "./writer.ts";
import { write } from "./writer.ts";

export interface FittingSources {
  readonly costs: Costs;
  readonly ids: FrameIds;
  readonly more: MoreIds;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export interface FittingOptions extends ObserveOptions {
  /** Whether the frame has the focus of the page around it; true if left out. */
  readonly focused?: boolean | undefined;
}

export interface Shown {
  readonly written: Written;
  readonly tokens: number;
  /** What is shown that has an id, in reading order. */
  readonly interactive: readonly ElementPart[];
  readonly options: ReadonlyMap<Part, readonly OptionEntry[]>;
  readonly elisions: readonly ElisionPart[];
}

/** What is kept for a mark on a frame that says why nothing of it is told, in tokens. */
const FRAME_MARK = 16;

/** Costs are estimated before anything is written: how often a bit less is tried. */
const TRIES = 6;

/** Ids are given to what is shown alone, and to what was tried and did not fit. */
export function* fitted(
  sources: FittingSources,
  seen: Walk,
  expansion: Expansion,
  options: FittingOptions,
): Making<Shown> {
  const { form = "html", maxTokens = DEFAULT_MAX_TOKENS } = options;
  const style: WriteStyle = {
    form,
    cues: options.cues !== "off",
    layout: options.layout !== "off",
    addresses: options.addresses !== "off",
    focused: options.focused ?? true,
    endTags: form === "paper" ? "all" : "needed",
  };
  const fitting = new Fitting(sources, seen, expansion, style);
  let allowed = maxTokens;
  let shown = yield* fitting.within(allowed);
  for (let tries = 1; needed(shown) > maxTokens && allowed > 0; tries++) {
    const less = allowed * Math.min(0.95, (maxTokens / needed(shown)) * 0.97);
    // At last everything is left out, which is one mark.
    allowed = tries < TRIES ? Math.floor(less) : 0;
    shown = yield* fitting.within(allowed);
  }
  return shown;
}

function needed({ tokens, written }: Shown): number {
  return tokens + FRAME_MARK * written.frames.size;
}

class Fitting {
  readonly #sources: FittingSources;
  readonly #seen: Walk;
  readonly #expansion: Expansion;
  readonly #style: WriteStyle;
  readonly #weightOf: (part: ElementPart) => number;
  readonly #covers: Covers;
  readonly #options = new Map<Part, readonly OptionEntry[]>();
  readonly #giveIds: (shown: readonly ElementPart[]) => void;
  #tries = 0;

  constructor(sources: FittingSources, seen: Walk, expansion: Expansion, style: WriteStyle) {
    this.#sources = sources;
    this.#seen = seen;
    this.#expansion = expansion;
    this.#style = style;
    this.#weightOf = emphasis(document, {
      focused: focusedElement(sources.shadowRootOf),
      inFront: seen.modal === undefined ? [] : [seen.modal.element, ...seen.modal.over.layers],
    });
    this.#giveIds = sources.ids.forReading(seen, sources.shadowRootOf);
    this.#covers = new Covers(sources.shadowRootOf);
  }

  /** What can be shown for about so many tokens. */
  *within(allowed: number): Making<Shown> {
    const { costs, more } = this.#sources;
    const { parts, container, show } = this.#expansion;
    forget(this.#seen.parts);
    const kept = elide(parts, container, allowed, { costs, weightOf: this.#weightOf });
    show(kept);
    yield this.#tries === 0 ? "before-ids" : "after-ids";
    const interactive = this.#named(kept);
    yield "after-ids";
    const elisions = more.give(kept, container, this.#seen.headings);
    if (this.#style.layout) {
      this.#covers.note(interactive);
      markView(kept, innerHeight);
    }
    yield "after-ids";
    const optionsOf = (part: ElementPart): readonly OptionEntry[] => this.#options.get(part) ?? [];
    const writeIn = this.#style.form === "outline" ? writeOutline : write;
    const written = writeIn(kept, this.#style, optionsOf, MAX_HTML);
    const tokens = estimateTokens(written.html);
    yield "after-ids";
    return { written, tokens, interactive, elisions, options: this.#options };
  }

  /** What is shown and can be acted on, with ids; those that an earlier try gave stay. */
  #named(kept: readonly ViewPart[]): readonly ElementPart[] {
    const { ids } = this.#sources;
    const view = this.#expansion.view(kept);
    const { path } = this.#expansion;
    const shown = actable(view).filter((part) => !path.includes(part));
    if (this.#tries++ === 0 || shown.some(({ id }) => id === undefined)) {
      this.#giveIds(shown.filter(({ id }) => id === undefined));
    }
    for (const part of shown) {
      if (!(part.element instanceof HTMLSelectElement) || this.#options.has(part)) continue;
      this.#options.set(part, ids.giveOptions(part.id ?? "", toldOptions(part.element)));
    }
    return shown;
  }
}

/** What can be acted on, in reading order. */
function actable(parts: readonly ViewPart[]): ElementPart[] {
  const found: ElementPart[] = [];
  const visit = (part: ViewPart): void => {
    if (part.kind !== "element") return;
    if (part.interaction !== undefined) found.push(part);
    for (const child of part.view ?? part.children) visit(child);
  };
  for (const part of parts) visit(part);
  return found;
}
