// Reads a page of a test, and counts the questions to the browser between two looks at the clock.
import { ElementFinder } from "@webserv/extension/src/content/observe/identity/element-finder.ts";
import { HandlerScan } from "@webserv/extension/src/content/bridge/handler-scan.ts";
import { Cuts } from "@webserv/extension/src/content/observe/budget/cuts.ts";
import { FrameIds } from "@webserv/extension/src/content/observe/identity/frame-ids.ts";
import { FrameReader } from "@webserv/extension/src/content/observe/frame-reader.ts";
import { Looks } from "@webserv/extension/src/content/observe/looks/looks.ts";
import { MoreIds } from "@webserv/extension/src/content/observe/identity/more-ids.ts";

export interface Stretches {
  readonly stretches: number;
  /** The most styles and boxes that one stretch requests. */
  readonly questions: number;
  /** The styles and boxes that all stretches request. */
  readonly allQuestions: number;
  /** The most answers of the page script in one stretch. */
  readonly scans: number;
}

/** Reads this page, with each stretch ending as soon as it may. */
export function longestStretch(): Stretches {
  const counts = { questions: 0, scans: 0 };
  const most = { questions: 0, scans: 0 };
  let allQuestions = 0;
  const styles = window.getComputedStyle;
  window.getComputedStyle = (...args) => {
    counts.questions++;
    return styles(...args);
  };
  const boxes = Reflect.getOwnPropertyDescriptor(Element.prototype, "getBoundingClientRect")?.value;
  Element.prototype.getBoundingClientRect = function counted(this: Element) {
    counts.questions++;
    return boxes?.call(this) ?? new DOMRect();
  };
  const answer = (): string => {
    counts.scans++;
    return "";
  };
  const ids = new FrameIds();
  const pageChannel = {
    scan: () => new HandlerScan({ begin: () => ({ number: 1, answer: answer() }), goOn: answer }),
  };
  const sources = {
    pageChannel,
    ids,
    more: new MoreIds(),
    cuts: new Cuts(),
    looks: new Looks(),
    finder: new ElementFinder(ids),
    shadowRootOf: () => null,
  };
  const reader = new FrameReader(sources, { maxTokens: 5000 }, false);
  let stretches = 1;
  const stop = (): boolean => {
    allQuestions += counts.questions;
    most.questions = Math.max(most.questions, counts.questions);
    most.scans = Math.max(most.scans, counts.scans);
    counts.questions = 0;
    counts.scans = 0;
    return false;
  };
  while (!reader.readOn(stop)) stretches++;
  stop();
  return { stretches, allQuestions, ...most };
}
