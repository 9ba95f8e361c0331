// Defines a pattern: one way in which pages react to an action, with its own truth about when it has finished.
import type { Scene } from "./scene.ts";

/** What an honest report names among what it waited for. */
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

/** Bounds of a delay, in ms. */
export type Range = readonly [least: number, most: number];

export interface Pattern {
  /** Also decides whether it is held out as unseen. */
  readonly name: string;
  /** A click on the trigger if left out; `type` enters `TYPED` into the field. */
  readonly action?: "click" | "type";
  /** What a seed decides. */
  readonly delays: Readonly<Record<string, Range>>;
  /** Empty where a person waits for nothing beyond the action's own event. */
  readonly waits: readonly Reason[];
  /** When the page loads, before any action. */
  readonly prepare?: (scene: Scene) => void | Promise<void>;
  /** What the action's own event does. */
  readonly act: (scene: Scene, value: string) => void;
  /** In a document that the action led to; `stage` counts them from 1. Shows the end if left out. */
  readonly arrive?: (scene: Scene, stage: number) => void;
}
