// Merges the readings of a page's frames: each is put where its iframe is in the reading around it.
import type { FramePlace } from "@webserv/shared/model/page/frame-place.ts";
import type { FrameReading, Omission } from "@webserv/shared/model/page/observation.ts";
import type { UnseenTexts } from "@webserv/shared/model/page/unseen-text.ts";
import { MAX_UNSEEN } from "@webserv/shared/model/page/unseen-text.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { Unread } from "./unread.ts";
import { markTokens, unreadMark } from "./unread.ts";

/** Holds the reading of a frame, and its inner frames by the ids of their iframes. */
export interface ReadFrame {
  readonly reading: Result<"frame.observe">;
  readonly inner: ReadonlyMap<string, InnerFrame>;
}

export type InnerFrame = ReadFrame | Unread;

/**
 * Makes one reading of all: the html of each inner frame is put within its iframe, and its entries into each list in
 * reading order. Frames that would make the html longer than `maxUnits` (UTF-16 units) are left out, and reported.
 */
export function mergeReadings({ reading, inner }: ReadFrame, maxUnits: number): FrameReading {
  const { frames, budget: _, ...own } = reading;
  const merged: FrameReading = { ...own, clickable: [], hoverable: [], inputs: [], selects: [] };
  const omitted: Omission[] = [...own.omitted];
  const html: string[] = [];
  const expandable = [...own.expandable];
  const explained = [...(own.explained ?? [])];
  const unseen = [own.unseen];
  let { tokens, again } = own;
  let room = maxUnits - own.html.length;
  let from = 0;
  let done: FramePlace["before"] = { clickable: 0, hoverable: 0, inputs: 0, selects: 0 };
  for (const place of frames.toSorted((one, other) => one.at - other.at)) {
    addLists(merged, own, done, place.before);
    done = place.before;
    const content = contentOf(inner.get(place.id), room);
    if ("unread" in content) {
      const reason = unreadMark(content);
      const mark = reason.length <= room ? reason : "";
      if (mark !== "") tokens += markTokens(content);
      // In html, the mark is put before the ">" that ends the start tag.
      const at = place.indent === undefined ? place.at - 1 : place.at;
      html.push(own.html.slice(from, at), mark, own.html.slice(at, place.at));
      room -= mark.length;
      omitted.push({ what: "frame", where: place.id, why: content.unread });
      if (content.isExpandable === true) {
        expandable.push(place.id);
        again = undefined;
      }
    } else {
      const text = indented(content.html, place.indent);
      html.push(own.html.slice(from, place.at), text);
      room -= text.length;
      tokens += content.tokens;
      expandable.push(...content.expandable);
      // A frame that is shown whole for the first time does not count here, since nothing of it was left out.
      if (content.again === undefined && content.expandable.length > 0) again = undefined;
      explained.push(...(content.explained ?? []));
      unseen.push(content.unseen);
      addLists(merged, withoutFocus(content, place.focused), NOTHING, lengths(content));
      omitted.push(...content.omitted);
    }
    from = place.at;
  }
  addLists(merged, own, done, lengths(own));
  html.push(own.html.slice(from));
  return {
    ...merged,
    html: html.join(""),
    tokens,
    expandable,
    omitted,
    again,
    ...(own.explained === undefined ? {} : { explained }),
    ...(own.unseen === undefined ? {} : { unseen: allUnseen(unseen) }),
  };
}

function allUnseen(found: readonly (UnseenTexts | undefined)[]): UnseenTexts {
  const all = found.flatMap((each) => each?.texts ?? []);
  const texts = all.slice(0, MAX_UNSEEN);
  const more = found.reduce((sum, each) => sum + (each?.more ?? 0), all.length - texts.length);
  return { texts, more };
}

const NOTHING: FramePlace["before"] = { clickable: 0, hoverable: 0, inputs: 0, selects: 0 };

function contentOf(frame: InnerFrame | undefined, room: number): FrameReading | Unread {
  if (frame === undefined) return { unread: "no reading of it came" };
  if ("unread" in frame) return frame;
  const content = mergeReadings(frame, room);
  return content.html.length <= room
    ? content
    : { unread: "it is longer than what is left of the page's limit" };
}

/** Indents the lines of an outline below the line of their frame. */
function indented(html: string, indent: number | undefined): string {
  if (indent === undefined || html === "") return html;
  return html.replace(/^/gm, " ".repeat(indent)).replace(/^/, "\n");
}

function addLists(
  merged: FrameReading,
  own: FrameReading,
  from: FramePlace["before"],
  to: FramePlace["before"],
): void {
  for (const id of own.clickable.slice(from.clickable, to.clickable)) merged.clickable.push(id);
  for (const id of own.hoverable.slice(from.hoverable, to.hoverable)) merged.hoverable.push(id);
  for (const input of own.inputs.slice(from.inputs, to.inputs)) merged.inputs.push(input);
  for (const select of own.selects.slice(from.selects, to.selects)) merged.selects.push(select);
}

function lengths(reading: FrameReading): FramePlace["before"] {
  const { clickable, hoverable, inputs, selects } = reading;
  return {
    clickable: clickable.length,
    hoverable: hoverable.length,
    inputs: inputs.length,
    selects: selects.length,
  };
}

/**
 * Drops the focus of a document without the keyboard: every document has a focused element, and the keyboard goes to
 * that of the frame with the focus.
 */
function withoutFocus(reading: FrameReading, focused: boolean): FrameReading {
  if (focused) return reading;
  return { ...reading, inputs: reading.inputs.map((input) => ({ ...input, focused: false })) };
}
