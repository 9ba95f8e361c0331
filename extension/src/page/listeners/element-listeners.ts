// Holds what one element listens for: its listeners, the events it has asked for, and its handler properties.
import type { EventKind } from "@webserv/shared/protocol/handler-marks.ts";

import type { Native } from "../platform/natives.ts";
import { bareRecord, isInstance, natives } from "../platform/natives.ts";

/** Holds no arrays: a page can watch what is written to those. */
export interface ElementListeners {
  /** The first of its listeners; each names the next. */
  first: Listener | undefined;
  /** The first event that it has listened for. Most elements listen for no other. */
  firstEvent: string;
  /** All further events that it has ever listened for. */
  otherEvents: Record<string, true> | undefined;
  eventCount: number;
  /** The first of its handler properties that have been written. */
  properties: HandlerGetter | undefined;
}

/** Describes a listener. The browser compares them by type, callback and capture (DOM standard, "event listener"). */
export interface Listener {
  readonly type: string;
  readonly kind: EventKind;
  readonly capture: boolean;
  readonly callback: object;
  readonly signal: unknown;
  /** Our own listener, which is called right before one that is to be called only once. */
  readonly watch: (() => void) | undefined;
  next: Listener | undefined;
}

/** Reads one of an interface's handler properties. */
export interface HandlerGetter {
  readonly kind: EventKind;
  readonly get: Native;
  readonly next: HandlerGetter | undefined;
}

export function noListeners(): ElementListeners {
  return {
    first: undefined,
    firstEvent: "",
    otherEvents: undefined,
    eventCount: 0,
    properties: undefined,
  };
}

/** Notes that the element listens for `type`; the record is made for the second type only. */
export function countEvent(of: ElementListeners, type: string): void {
  if (of.firstEvent === type && of.eventCount > 0) return;
  if (of.eventCount === 0) {
    of.firstEvent = type;
    of.eventCount = 1;
    return;
  }
  of.otherEvents ??= bareRecord();
  if (of.otherEvents[type] !== undefined) return;
  of.otherEvents[type] = true;
  of.eventCount++;
}

/** Adds what the browser has added: it adds nothing if the same listener is there already. */
export function addListener(to: ElementListeners, added: Listener): void {
  if (findListener(to, added.type, added.callback, added.capture) !== undefined) return;
  added.next = to.first;
  to.first = added;
}

export function findListener(
  among: ElementListeners,
  type: string,
  callback: object,
  capture: boolean,
): Listener | undefined {
  for (let at = among.first; at !== undefined; at = at.next) {
    if (at.callback === callback && at.type === type && at.capture === capture) {
      // The browser has dropped an aborted listener, whoever still lists it.
      return isAborted(at.signal) ? undefined : at;
    }
  }
  return undefined;
}

export function dropListener(
  from: ElementListeners,
  type: string,
  callback: object,
  capture: boolean,
): Listener | undefined {
  let before: Listener | undefined;
  for (let at = from.first; at !== undefined; at = at.next) {
    if (at.callback === callback && at.type === type && at.capture === capture) {
      if (before === undefined) from.first = at.next;
      else before.next = at.next;
      return at;
    }
    before = at;
  }
  return undefined;
}

export function isAborted(signal: unknown): boolean {
  return (
    isInstance(natives.AbortSignal, signal) &&
    natives.apply(natives.signalAborted, signal, []) === true
  );
}
