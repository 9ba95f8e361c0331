// Defines a pattern: one way in which pages react to an action, with its own truth about when it has finished.
import type { Scene } from "./scene.ts";

/** A mechanism that an honest report names if it waited for it. */
export type Reason =
  | "timer"
  | "frame"
  | "idle"
  | "fetch"
  | "xhr"
  | "stream"
  | "message"
  | "worker"
  | "socket"
  | "events"
  | "storage"
  | "file"
  | "crypto"
  | "observer"
  | "script"
  | "style"
  | "image"
  | "subframe"
  | "media"
  | "transition"
  | "animation"
  | "document";

/** The bounds of a delay, in ms. */
export type Range = readonly [least: number, most: number];

export interface Pattern {
  /** The name, which also decides whether the pattern is held out as unseen. */
  readonly name: string;
  /** `type` enters `TYPED` into the field; a click on the trigger if left out. */
  readonly action?: "click" | "type";
  /** The delays within which a seed chooses, by name. */
  readonly delays: Readonly<Record<string, Range>>;
  /** The mechanisms to wait for; empty if a person waits for nothing beyond the action's own event. */
  readonly waits: readonly Reason[];
  /** Runs when the page loads, before any action. */
  readonly prepare?: (scene: Scene) => void | Promise<void>;
  /** Handles the action's own event. */
  readonly act: (scene: Scene, value: string) => void;
  /** Runs in a document that the action led to; `stage` counts these from 1. If it is left out, the end is shown. */
  readonly arrive?: (scene: Scene, stage: number) => void;
}
