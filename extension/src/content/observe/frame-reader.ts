// Walks through a frame once: first for what its elements listen for, then for what a person sees
// of them.
import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { ElementFinder } from "./identity/element-finder.ts";
import type { HandlerScan } from "../bridge/handler-scan.ts";
import type { PageChannel } from "../bridge/page-channel.ts";
import { Costs } from "./tree/cost.ts";
import type { Cuts } from "./budget/cuts.ts";
import type { FrameIds } from "./identity/frame-ids.ts";
import { HoverRules } from "./interactivity/hover-rules.ts";
import type { Rejection } from "./interactivity/interaction.ts";
import type { Looks } from "./looks/looks.ts";
import type { MoreIds } from "./identity/more-ids.ts";
import { ReadTexts } from "./walk/read-texts.ts";
import { readingWindows } from "./budget/reading-windows.ts";
import { UnseenTexts } from "./secrecy/unseen-texts.ts";
import { Walker } from "./walk/walker.ts";

export interface ReadingSources {
  readonly pageChannel: Pick<PageChannel, "scan">;
  readonly ids: FrameIds;
  readonly more: MoreIds;
  readonly cuts: Cuts;
  readonly looks: Looks;
  readonly finder: ElementFinder;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/** A walk with what it finds beside what it reads. */
export class FrameReader extends Walker {
  readonly costs: Costs;
  readonly rejections: readonly Rejection[];
  /** Set for a reading that is to be explained. */
  readonly unseen: UnseenTexts | undefined;
  readonly #scan: HandlerScan;

  constructor(sources: ReadingSources, options: ObserveOptions, isPatient: boolean) {
    const costs = new Costs();
    const rejections: Rejection[] = [];
    const unseen = options.explain === true ? new UnseenTexts(sources.shadowRootOf) : undefined;
    const scan = sources.pageChannel.scan();
    super({
      document,
      handlerMarks: scan,
      hoverRules: new HoverRules(),
      shadowRootOf: sources.shadowRootOf,
      layout: options.layout !== "off",
      windows: readingWindows(sources, costs, options),
      onRejected:
        options.explain === true ? (rejection) => void rejections.push(rejection) : undefined,
      unseen,
      readTexts: isPatient ? new ReadTexts() : undefined,
    });
    this.costs = costs;
    this.rejections = rejections;
    this.unseen = unseen;
    this.#scan = scan;
  }

  override readOn(goOn: () => boolean): boolean {
    return this.#scan.readOn(goOn) && super.readOn(goOn);
  }
}
