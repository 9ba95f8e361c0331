// Defines the hands that actions work with: the pointer, keys and files of one tab, as real or as scripted events.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";
import type { InputMode } from "@webserv/shared/model/step.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { Guard, GuardTarget } from "./guard.ts";

/** Is a point in CSS px from the top left corner of the tab's page or of a frame, as `Hands.pointsIn` says. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Is a point in the frame of an element, or in the main frame if there is no id. */
export interface Spot extends Point {
  readonly id?: string | undefined;
}

/** Is the point at which an element was found. */
export interface ElementSpot extends Point {
  readonly id: string;
}

/** Describes clicks; the default is one left click without a hold. */
export type Gesture = Pick<ActionOf<"click">, "button" | "count" | "modifiers" | "holdMs">;

/** Carries out one drag, from the press to the release. */
export interface HeldDrag {
  /** @param native says that the browser drags such an element itself, unless the page prevents it */
  start(native: boolean): Promise<void>;
  move(to: Point): Promise<void>;
  /** Releases the button where the pointer is. */
  drop(): Promise<void>;
  /** Releases the button if nothing was dropped. The caller always calls it; it never rejects. */
  end(): Promise<void>;
}

/** Gives files to the page. */
export interface HeldFiles {
  /**
   * Drops the files, unless the page would not take them.
   * @param isAccepted asks the page, between two events, whether it would take them
   * @returns whether the files were dropped
   */
  dropAt(at: ElementSpot, isAccepted: () => Promise<boolean>): Promise<boolean>;
  /**
   * Gives the files to an element that is a field for files, or that opens the chooser of one.
   * @throws WebservError `upload-refused`
   */
  giveBy(id: string, ways: ChooserWays): Promise<Target | undefined>;
}

export interface ChooserWays {
  /** Must be awaited before anything but `press` touches the page. */
  readonly beforeInput: () => Promise<void>;
  /** Clicks the element. */
  readonly press: () => Promise<Pressed>;
  readonly picker: PickerWays;
}

export interface Pressed {
  readonly target: Target;
  /** The point at which the pointer is. */
  readonly at: Point;
}

/** Answers the picker that the frame of the element opens by a script, without a field. */
export interface PickerWays {
  /** Makes it wait for files from now on. Resolves once the page has asked for some; with null if it never does. */
  wish(): Promise<PickerWish | null>;
  /** Tells what became of the files that are dragged over the frame; `begin` has the frame catch them. */
  state(how?: { readonly begin?: true }): Promise<Result<"frame.picked">>;
  /** Ends the upload; never rejects. A picker that still waits hears that nobody chose any files. */
  end(): Promise<void>;
}

export type PickerWish = NonNullable<Result<"frame.await-picker">["wish"]>;

export interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
}

export interface Hands {
  readonly kind: InputMode;
  /** The origin of points: the tab's page, or the frame of the element. */
  readonly pointsIn: "tab" | "frame";
  /** True if keys can walk through the menu of a select. */
  readonly walksMenus: boolean;
  /** True if a click opens a file chooser, as a person's click does. */
  readonly opensChoosers: boolean;
  /** True if each key is sent only when it is known what the page did with the one before. */
  readonly heedsEachKey: boolean;

  guard(target: GuardTarget): Promise<Guard>;
  move(at: Spot): Promise<void>;
  /**
   * Clicks where the pointer is already. It releases whatever it has pressed, also after an error.
   * @returns whether the page has taken all input; a busy page may still take it later
   */
  pressButton(at: ElementSpot, gesture?: Gesture): Promise<boolean>;
  /** Turns the wheel where the pointer is already, by px of the scrolled content. */
  turnWheel(at: Spot, by: WheelTurn): Promise<void>;
  /** Turns the wheel over an element as `pressButton` presses it, with modifiers held. @returns as that does */
  wheelOver(at: ElementSpot, by: WheelTurn, modifiers: Gesture["modifiers"]): Promise<boolean>;
  /** Begins a drag where the pointer is already. */
  beginDrag(from: ElementSpot): Promise<HeldDrag>;

  /**
   * Presses a key or a chord where the focus is, and holds it if it is to be held.
   * @throws WebservError `unknown-key`. @returns as `pressButton` does
   */
  press(chord: string, holdMs?: number): Promise<boolean>;
  /** Presses the shortcut that selects everything where the focus is; the page may handle it itself. */
  selectAll(): Promise<void>;
  caretToEnd(): Promise<void>;
  /**
   * Tells whether a short text is typed into a field key by key; else it is inserted.
   * @param editing has the values that `frame.locate` gives it
   */
  typesInto(editing: string, text: string): boolean;
  /** Converts a number from the notation of HTML to that in which it must be entered. */
  spellNumber(text: string): string;
  /** Types a text, by one key for each character. @returns as `pressButton` does */
  typeKeys(text: string): Promise<boolean>;
  /** Inserts a text as a paste does: with input events, but no keys. @returns as `pressButton` does */
  insertText(text: string): Promise<boolean>;
  /** Inserts line ends without the Enter key, on which a page may act. @returns as `pressButton` does */
  insertLineEnds(count: number): Promise<boolean>;
  /** Enters a text as an input method does, if these hands can, else inserts it. @returns as `pressButton` does */
  composeText(text: string): Promise<boolean>;

  /** Prepares files to be given to the page. @throws WebservError `file-not-allowed`, `file-unusable` */
  holdFiles(files: readonly string[]): Promise<HeldFiles>;
}
