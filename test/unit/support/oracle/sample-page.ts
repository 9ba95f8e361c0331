// Builds the facts of small pages for tests of the oracle, as the browser would tell them.
import type { ElementFacts, PageFacts } from "../../../support/oracle/page-facts.ts";

const VISIBLE = {
  cursor: "auto",
  visibility: "visible",
  opacity: "1",
  display: "block",
  position: "static",
  "overflow-x": "visible",
  "overflow-y": "visible",
  transform: "none",
  filter: "none",
};

export interface Sample {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Left, top, width, height; 100 × 20 px at a place of its own where left out. */
  readonly box?: readonly [number, number, number, number] | null;
  readonly style?: Readonly<Record<string, string>>;
  readonly listeners?: readonly string[];
  readonly role?: string;
  readonly focusable?: boolean;
  readonly disabled?: boolean;
  readonly inert?: boolean;
  readonly children?: readonly Sample[];
}

/** A page of 1000 × 2000 px, 800 px of it in view; an element's node is its place in document order, from 1. */
export function samplePage(...body: readonly Sample[]): PageFacts {
  const elements: ElementFacts[] = [];
  const add = (sample: Sample, parent: number | undefined): void => {
    const index = elements.length;
    const [left, top, width, height] = sample.box ?? [10, 30 * index, 100, 20];
    elements.push({
      node: index + 1,
      parent,
      document: 0,
      tag: sample.tag,
      attributes: sample.attributes ?? {},
      box:
        sample.box === null ? undefined : { left, top, right: left + width, bottom: top + height },
      style: { ...VISIBLE, ...sample.style },
      listeners: sample.listeners ?? [],
      role: sample.role,
      name: "",
      focusable: sample.focusable ?? false,
      disabled: sample.disabled ?? false,
      inert: sample.inert ?? false,
    });
    for (const child of sample.children ?? []) add(child, index);
  };
  add({ tag: "html", box: [0, 0, 1000, 2000] }, undefined);
  add({ tag: "body", box: [0, 0, 1000, 2000], children: body }, 0);
  return {
    elements,
    documents: [
      {
        content: { left: 0, top: 0, right: 1000, bottom: 2000 },
        view: { left: 0, top: 0, right: 1000, bottom: 800 },
      },
    ],
  };
}
