// Writes what is shown of one reading: gives ids to it, notes what covers it, and marks what is left out.
import { MAX_HTML } from "@webserv/shared/model/page/observation.ts";
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import type { WriteStyle } from "./format/attributes.ts";
import { focusedElement } from "../dom/composed-tree.ts";
import type { Costs } from "./tree/cost.ts";
import { ControlOcclusion } from "./visibility/control-occlusion.ts";
import type { Cuts } from "./budget/cuts.ts";
import { elide, forget } from "./budget/elide.ts";
import { withMarksFilled } from "./budget/fill-marks.ts";
import { emphasis, IN_VIEW } from "./tree/emphasis.ts";
import type { Expansion } from "./budget/expansion.ts";
import type { FrameIds } from "./identity/frame-ids.ts";
import { takesOwnInput } from "./interactivity/own-input.ts";
import { LastCut } from "./budget/last-cut.ts";
import { markView } from "./visibility/in-view.ts";
import type { Looks } from "./looks/looks.ts";
import type { MoreIds } from "./identity/more-ids.ts";
import { writeOutline } from "./format/outline.ts";
import type { ElementPart, ElisionPart, Part, ViewPart } from "./tree/parts.ts";
import { actable, elementsIn } from "./tree/parts.ts";
import type { OptionEntry } from "./state/select-state.ts";
import { listedOptions } from "./state/select-state.ts";
import type { ReadingSteps } from "./walk/time-slices.ts";
import type { Walk } from "./tree/walk-result.ts";
import type { Written } from "./format/part-writer.ts";
import { writeHtml } from "./format/html.ts";

export interface PageSources {
  readonly costs: Costs;
  readonly cuts: Cuts;
  readonly ids: FrameIds;
  readonly more: MoreIds;
  readonly looks: Looks;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export interface Shown {
  readonly written: Written;
  readonly tokens: number;
  /** The parts shown that have an id, in reading order. */
  readonly interactive: readonly ElementPart[];
  readonly options: ReadonlyMap<Part, readonly OptionEntry[]>;
  readonly elisions: readonly ElisionPart[];
  readonly kept: ViewPart[];
}

/** Writes parts of one reading, as often as it takes to find what fits. */
export class PageWriter {
  readonly #sources: PageSources;
  readonly #seen: Walk;
  readonly #expansion: Expansion;
  readonly #style: WriteStyle;
  readonly #weightOf: (part: ElementPart) => number;
  readonly #covers: ControlOcclusion;
  readonly #options = new Map<Part, readonly OptionEntry[]>();
  readonly #giveIds: (shown: readonly ElementPart[]) => void;
  #tries = 0;

  constructor(sources: PageSources, seen: Walk, expansion: Expansion, style: WriteStyle) {
    this.#sources = sources;
    this.#seen = seen;
    this.#expansion = expansion;
    this.#style = style;
    this.#weightOf = emphasis(document, {
      focused: focusedElement(sources.shadowRootOf),
      inFront: seen.modal === undefined ? [] : [seen.modal.element, ...seen.modal.over.layers],
    });
    this.#giveIds = sources.ids.forReading(seen, sources.shadowRootOf, sources.cuts.passed);
    const { ids, shadowRootOf } = sources;
    const isActedOn = (element: Element): boolean =>
      ids.idOf(element) !== undefined && !ids.isPassive(element);
    this.#covers = new ControlOcclusion({
      shadowRootOf,
      isControl: (element) => takesOwnInput(element, isActedOn),
    });
  }

  /** The tokens that all of it is expected to take, before anything is written. */
  get expected(): number {
    return this.#sources.costs.ofAll(this.#expansion.parts);
  }

  /**
   * Shows what costs about so many tokens. Parts that were `kept` weigh as if they were in view.
   */
  *within(allowed: number, kept?: LastCut): ReadingSteps<Shown> {
    const { costs } = this.#sources;
    const { parts, container } = this.#expansion;
    forget(this.#seen.parts);
    const weightOf = (part: ElementPart): number =>
      Math.max(this.#weightOf(part), kept?.wasShown(part.element) === true ? IN_VIEW : 0);
    return yield* this.#shown(
      elide(parts, container, allowed, { costs, weightOf, page: this.#seen.parts }),
    );
  }

  /** Shows what was told last, with what is new. */
  *again(last: LastCut): ReadingSteps<Shown> {
    const { costs, cuts } = this.#sources;
    forget(this.#seen.parts);
    const view = { costs, weightOf: this.#weightOf, passed: cuts.passed };
    return yield* this.#shown(last.again(this.#seen.parts, view));
  }

  /** Shows more of what marks stand for, for about so many tokens. */
  *filled({ kept }: Shown, tokens: number): ReadingSteps<Shown> {
    const { parts: page } = this.#seen;
    // The series' first entries are shown already.
    const options = { costs: this.#sources.costs, weightOf: this.#weightOf, page, examples: 0 };
    return yield* this.#shown(withMarksFilled(kept, tokens, options));
  }

  cutOf({ kept }: Shown): LastCut {
    return new LastCut(this.#seen.parts, kept, this.#weightOf);
  }

  *#shown(kept: ViewPart[]): ReadingSteps<Shown> {
    const { more, looks } = this.#sources;
    const { container, show } = this.#expansion;
    show(kept);
    yield this.#tries === 0 ? "before-ids" : "after-ids";
    const interactive = this.#named(kept);
    yield "after-ids";
    looks.note(elementsIn(kept));
    const elisions = more.give(kept, container, this.#seen.headings);
    if (this.#style.layout) {
      const controls = interactive.filter(({ interaction }) => interaction !== undefined);
      this.#covers.note(controls, kept, this.#style.form !== "outline");
      markView(kept, innerHeight);
    }
    yield "after-ids";
    const optionsOf = (part: ElementPart): readonly OptionEntry[] => this.#options.get(part) ?? [];
    const writeIn = this.#style.form === "outline" ? writeOutline : writeHtml;
    const written = writeIn(kept, this.#style, optionsOf, MAX_HTML);
    const tokens = estimateTokens(written.html);
    yield "after-ids";
    return { written, tokens, interactive, elisions, kept, options: this.#options };
  }

  /** Returns what is shown and can be acted on, with ids; those that an earlier try gave stay. */
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
      this.#options.set(part, ids.giveOptions(part.id ?? "", listedOptions(part.element)));
    }
    return shown;
  }
}
