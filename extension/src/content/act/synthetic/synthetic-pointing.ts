// Points, presses and drags by events of a script, only on the element that is meant.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { describeElement } from "../locating/describe-element.ts";
import { Expectation } from "../locating/expectation.ts";
import type { InputNotice } from "../input-notice.ts";
import type { LocateSources } from "../locating/locate.ts";
import { SyntheticDrag } from "./synthetic-drag.ts";
import { hoverAt, pressAt } from "./synthetic-pointer.ts";
import { turnWheel } from "./synthetic-wheel.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt } from "../../dom/hit-test.ts";

type Landing = Result<"frame.guarded">;
type Wanted = Pick<Params<"frame.press-pointer">, "id" | "x" | "y" | "opener" | "option"> & {
  readonly wheel?: true;
};

export interface PointingSources extends LocateSources {
  readonly notice: InputNotice;
}

export class SyntheticPointing {
  readonly #sources: PointingSources;
  #drag: SyntheticDrag | undefined;

  constructor(sources: PointingSources) {
    this.#sources = sources;
  }

  move({ x, y }: Point): void {
    const element = this.#elementAt({ x, y });
    if (element === null) return;
    this.#sources.notice.tell();
    hoverAt(element, { x, y });
  }

  /** Clicks where the pointer is already. */
  async press(
    { button, count, modifiers, holdMs, ...wanted }: Params<"frame.press-pointer">,
    signal: AbortSignal,
  ): Promise<Landing> {
    const { hit, landing } = this.#aim(wanted);
    if (hit === undefined) return landing;
    this.#sources.notice.tell();
    await pressAt(hit, wanted, { button, count, modifiers, holdMs }, signal);
    return landing;
  }

  /** Turns the wheel where the pointer is already. @returns where it landed, and whether the page took it itself */
  wheel({ deltaX, deltaY, modifiers, ...wanted }: Params<"frame.wheel-over">): Landing {
    const { hit, landing } = this.#aim({ ...wanted, wheel: true });
    if (hit === undefined) return landing;
    this.#sources.notice.tell();
    turnWheel(hit, wanted, { deltaX, deltaY }, modifiers);
    return landing;
  }

  /** Presses the button where the pointer is already, and holds it. */
  beginDrag(wanted: Params<"frame.begin-drag">): Landing {
    this.#drag?.cancel();
    this.#drag = undefined;
    const { hit, landing } = this.#aim(wanted);
    if (hit === undefined) return landing;
    this.#sources.notice.tell();
    this.#drag = new SyntheticDrag(hit, wanted, (point) => this.#elementAt(point));
    return landing;
  }

  moveDrag({ x, y }: Point): void {
    this.#sources.notice.tell();
    this.#drag?.move({ x, y });
  }

  endDrag({ drop }: Params<"frame.end-drag">): void {
    const drag = this.#drag;
    this.#drag = undefined;
    this.#sources.notice.tell();
    if (drop) drag?.drop();
    else drag?.cancel();
  }

  /**
   * Checks the element under the pointer as `InputGuard` checks that of trusted input. If it is another than is meant,
   * nothing reaches the page.
   */
  #aim(wanted: Wanted): { readonly hit?: Element; readonly landing: Landing } {
    const under = this.#elementAt(wanted) ?? undefined;
    try {
      const expectation = new Expectation(this.#sources, wanted);
      if (under !== undefined && expectation.isMet(under) && expectation.isStillMeant()) {
        return { hit: under, landing: { landed: "there" } };
      }
    } catch (error) {
      // If the element is gone by now, the caller looks for it once more and reports why.
      if (!(error instanceof WebservError)) throw error;
    }
    if (under === undefined) return { landing: { landed: "elsewhere" } };
    const { id, words } = describeElement(this.#sources.finder, under);
    const by = { ...(id === undefined ? {} : { id }), words };
    return { landing: { landed: "elsewhere", by } };
  }

  #elementAt({ x, y }: Point): Element | null {
    return elementAt({ x, y }, this.#sources.shadowRootOf);
  }
}
