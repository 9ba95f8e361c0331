// The hands that actions work with: the pointer, the keys and the files of one tab, real or by events of a script.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { InputMode, Target } from "@webserv/shared/model/step.ts";

import type { Guard, GuardTarget } from "./guard.ts";

/** In CSS px, from the top left corner of what `Hands.pointsIn` says. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point in the frame of an element; of the main frame without an id. */
export interface Spot extends Point {
  readonly id?: string | undefined;
}

/** Where an element was found. */
export interface ElementSpot extends Point {
  readonly id: string;
}

/** One left click at once where nothing else is said. */
export type Gesture = Pick<ActionOf<"click">, "button" | "count" | "modifiers" | "holdMs">;

/** One drag, from the press to the release. */
export interface HeldDrag {
  /** @param native the browser drags such an element itself, unless the page keeps it from that */
  start(native: boolean): Promise<void>;
  move(to: Point): Promise<void>;
  /** Lets go where the pointer is. */
  drop(): Promise<void>;
  /** Lets go where nothing was dropped. To be called whatever happens; never rejects. */
  end(): Promise<void>;
}

/** Files that are about to be given to the page. */
export interface HeldFiles {
  /**
   * Drops them. Where the page would not take them nothing is dropped.
   * @param isAccepted asks the page, between two events, whether it would
   * @returns whether they were dropped
   */
  dropAt(at: ElementSpot, isAccepted: () => Promise<boolean>): Promise<boolean>;
  /**
   * Gives them to the field for files that an element is, or opens the chooser of.
   * @throws WebservError `upload-refused`
   */
  giveBy(id: string, ways: ChooserWays): Promise<Target | undefined>;
}

export interface ChooserWays {
  /** To be awaited before the page is touched by anything else than `press`. */
  readonly beforeInput: () => Promise<void>;
  /** Clicks the element. */
  readonly press: () => Promise<Target>;
}

export interface Hands {
  readonly kind: InputMode;
  /** Where points are told from: the tab's page, or the frame of the element. */
  readonly pointsIn: "tab" | "frame";
  /** Keys walk through the menu of a select. */
  readonly walksMenus: boolean;
  /** A click opens a file chooser, as a person's does. */
  readonly opensChoosers: boolean;
  /** Each key is sent once it is known what the page did with the one before. */
  readonly heedsEachKey: boolean;

  guard(target: GuardTarget): Promise<Guard>;
  move(at: Spot): Promise<void>;
  /**
   * Where the pointer is already. What is pressed is let go of whatever happens meanwhile.
   * @returns whether the page has taken it all; one that is busy may do so yet
   */
  pressButton(at: ElementSpot, gesture?: Gesture): Promise<boolean>;
  /** By px of what is scrolled. */
  turnWheel(at: Spot, by: { readonly deltaX: number; readonly deltaY: number }): Promise<void>;
  /** Begins a drag where the pointer is already. */
  beginDrag(from: ElementSpot): Promise<HeldDrag>;

  /** A key or a chord where the focus is. @throws WebservError `unknown-key`. @returns as of `pressButton` */
  press(chord: string): Promise<boolean>;
  /** All that stands where the focus is, as the page itself takes that. */
  selectAll(): Promise<void>;
  caretToEnd(): Promise<void>;
  /**
   * Tells whether a short text is typed into a field key by key; else it is put in.
   * @param editing as of `frame.locate`
   */
  typesInto(editing: string, text: string): boolean;
  /** Writes a number, given as HTML writes it, as it has to be entered. */
  spellNumber(text: string): string;
  /** By one key a character. @returns as of `pressButton` */
  typeKeys(text: string): Promise<boolean>;
  /** As a paste would: input events, but no keys. @returns as of `pressButton` */
  insertText(text: string): Promise<boolean>;
  /** Line ends, without what a page does on the Enter key. @returns as of `pressButton` */
  insertLineEnds(count: number): Promise<boolean>;
  /** As an input method does, if there is one. @returns as of `pressButton` */
  composeText(text: string): Promise<boolean>;

  /** @throws WebservError `file-not-allowed`, `file-unusable` */
  holdFiles(files: readonly string[]): Promise<HeldFiles>;
}
