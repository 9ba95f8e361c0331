// Decides what kind of change a mutation of the page is for a person who looks at it.
import type { PageChange } from "@webserv/shared/protocol/work-notes.ts";

import { isInstance, natives } from "../platform/natives.ts";

const ELEMENT = 1;
const TEXT = 3;
/** Nobody sees anything in these elements. */
const UNSEEN = "head, script, style, template, noscript, meta, link, base, title";
/** The most nodes whose text is compared with that of the nodes they replace; more count as something new. */
const MAX_COMPARED = 20;
/** The most UTF-16 units of the former text that must stand at the beginning of the new one. */
const MAX_SAME = 40;

/** Returns the kind of a change; undefined if nobody can see it. */
export function changeOf(record: MutationRecord): PageChange | undefined {
  const target: unknown = natives.apply(natives.recordTarget, record, []);
  if (!isInstance(natives.Node, target) || isUnseen(target)) return undefined;
  switch (String(natives.apply(natives.recordType, record, []))) {
    case "attributes": {
      const name = String(natives.apply(natives.recordAttribute, record, []));
      return isWrittenAnew(record, target, name) ? undefined : attributeChange(name);
    }
    case "characterData": {
      const before = String(natives.apply(natives.recordOldValue, record, []));
      return textChange(before, String(natives.apply(natives.nodeValue, target, [])));
    }
    default:
      return childChange(record);
  }
}

/** Tells whether an attribute has the same value as before: frameworks write some each time they render. */
function isWrittenAnew(record: MutationRecord, target: Node, name: string): boolean {
  const before: unknown = natives.apply(natives.recordOldValue, record, []);
  return before === natives.apply(natives.getAttribute, target, [name]);
}

function attributeChange(name: string): PageChange {
  return name === "style" || name === "class" ? "styled" : "shown";
}

function textChange(before: string, after: string): PageChange | undefined {
  if (before === after) return undefined;
  const grown = after.length > before.length && startsAs(after, before);
  return grown ? "grown" : "replaced";
}

function childChange(record: MutationRecord): PageChange | undefined {
  const added = seen(natives.apply(natives.recordAdded, record, []));
  const removed = seen(natives.apply(natives.recordRemoved, record, []));
  if (added.count === 0 && removed.count === 0) return undefined;
  if (removed.count === 0) return "grown";
  if (added.count === 0) return "shown";
  if (added.text === undefined || removed.text === undefined) return "replaced";
  if (added.isText && removed.isText) return textChange(removed.text, added.text);
  // These are the same contents, made anew: a rendering of what stands there already.
  return added.text === removed.text ? "styled" : textChange(removed.text, added.text);
}

interface Seen {
  readonly count: number;
  /** The text of the nodes; undefined if there is too much to compare. */
  readonly text: string | undefined;
  readonly isText: boolean;
}

function seen(nodes: unknown): Seen {
  if (!isInstance(natives.NodeList, nodes)) return { count: 0, text: "", isText: false };
  const length = Number(natives.apply(natives.listLength, nodes, []));
  let count = 0;
  let text: string | undefined = "";
  let isText = true;
  for (let index = 0; index < length; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    const type: unknown = natives.apply(natives.nodeType, node, []);
    if (type !== ELEMENT && type !== TEXT) continue;
    if (type === ELEMENT) {
      if (natives.apply(natives.matches, node, [UNSEEN]) === true) continue;
      isText = false;
    }
    count++;
    text =
      count > MAX_COMPARED || text === undefined
        ? undefined
        : text + String(natives.apply(natives.textContent, node, []));
  }
  return { count, text, isText };
}

function startsAs(text: string, beginning: string): boolean {
  const start: unknown = natives.apply(natives.slice, beginning, [0, MAX_SAME]);
  return natives.apply(natives.startsWith, text, [start]) === true;
}

function isUnseen(target: Node): boolean {
  const type: unknown = natives.apply(natives.nodeType, target, []);
  const element: unknown =
    type === ELEMENT ? target : natives.apply(natives.parentElement, target, []);
  return element !== null && natives.apply(natives.closest, element, [UNSEEN]) !== null;
}
