// Answers the methods of the worker-frame link, each from the room that knows how.
import { idsHolding, nearestIds } from "@webserv/shared/model/page/nearest-ids.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import { checkState } from "./act/lists/check-state.ts";
import { DragWatch } from "./act/locating/drag-watch.ts";
import { DropWatch } from "./act/files/drop-watch.ts";
import { focus, selectContents, setValue, valueOf } from "./act/text/field.ts";
import { findText } from "./act/text/find-text.ts";
import { findWords, selectWords } from "./act/text/select-words.ts";
import { fieldOf } from "./act/text/field-within.ts";
import { dropFiles, giveFiles } from "./act/files/give-files.ts";
import { InputGuard } from "./act/locating/input-guard.ts";
import type { InputNotice } from "./act/input-notice.ts";
import { KeyWatch } from "./act/text/key-watch.ts";
import { findNamed } from "./act/finding/find-named.ts";
import { takersOfPresses } from "./act/finding/takers-of-presses.ts";
import { ElementFinder } from "./observe/identity/element-finder.ts";
import { LinksBehind } from "./act/links-behind.ts";
import { locate, reveal } from "./act/locating/locate.ts";
import { awaitOptions, selectOptions } from "./act/lists/options.ts";
import { Openings } from "./act/lists/openings.ts";
import { readPopup } from "./act/lists/popup.ts";
import { Redraws } from "./act/locating/redraws.ts";
import { Scrolling } from "./act/locating/scrolling.ts";
import { shows } from "./act/shows.ts";
import { pressKey } from "./act/synthetic/synthetic-keys.ts";
import { SyntheticPointing } from "./act/synthetic/synthetic-pointing.ts";
import { SyntheticTyping } from "./act/synthetic/synthetic-typing.ts";
import { awaitTakenIn } from "./act/lists/taken-in.ts";
import { TextAnswer } from "./act/text/text-answer.ts";
import { TextWatch } from "./act/text/text-watch.ts";
import { toldTarget } from "./act/locating/told-target.ts";
import type { EventGate } from "./bridge/event-gate.ts";
import type { FilePickers } from "./bridge/file-pickers.ts";
import type { FrameTokens } from "./bridge/frame-tokens.ts";
import { focusedElement } from "./dom/composed-tree.ts";
import { Cuts } from "./observe/budget/cuts.ts";
import { FrameIds } from "./observe/identity/frame-ids.ts";
import { Looks } from "./observe/looks/looks.ts";
import { MoreIds } from "./observe/identity/more-ids.ts";
import { frameId, frameShowing } from "./observe/frame-places.ts";
import { pdfBytes } from "./observe/pdf/pdf-bytes.ts";
import { isPdf, pdfStub } from "./observe/pdf/pdf-stub.ts";
import { readFrame, recall } from "./observe/reading.ts";
import { WarmUp, whenIdle } from "./observe/warm-up.ts";
import { secrecyOf } from "./observe/secrecy/secrets.ts";
import { readBoxes } from "./screenshot/boxes.ts";
import { readBoxesAround } from "./screenshot/frame-boxes.ts";
import type { ResizeSuppressor } from "./screenshot/resize-suppressor.ts";
import type { PageAsks } from "./bridge/page-asks.ts";
import type { PageChannel } from "./bridge/page-channel.ts";
import type { FrameWork } from "./settle/frame-work.ts";

export interface FrameParts {
  readonly work: FrameWork;
  readonly pageChannel: PageChannel;
  readonly asks: PageAsks;
  readonly pickers: FilePickers;
  readonly resizeSuppressor: ResizeSuppressor;
  readonly frameTokens: FrameTokens;
  readonly gate: EventGate;
  readonly textGate: EventGate;
  readonly notice: InputNotice;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export interface ServedFrame {
  readonly handlers: Handlers<"worker-frame">;
  /** Stops following what an action set going. */
  readonly rest: () => void;
}

type AftermathWish = NonNullable<Params<"frame.observe">["aftermath"]>;

export function servedFrame(frame: FrameParts): ServedFrame {
  const { work, resizeSuppressor, frameTokens, asks, pickers, notice } = frame;
  const ids = new FrameIds();
  const finder = new ElementFinder(ids);
  const more = new MoreIds();
  const redraws = new Redraws();
  const textAnswer = new TextAnswer(work);
  const typing = new SyntheticTyping(frame);
  const drag = new DragWatch(finder, work);
  const openings = new Openings();
  const [cuts, looks] = [new Cuts(), new Looks()];
  const own = { ids, finder, more, redraws, openings, cuts, looks, textAnswer, typing, drag };
  const parts = { ...frame, ...own };
  const pointing = new SyntheticPointing(parts);
  const scrolling = new Scrolling(parts);
  const guard = new InputGuard(parts);
  const watch = new TextWatch(parts);
  const keys = new KeyWatch(frame.textGate);
  const drops = new DropWatch(finder);
  const links = new LinksBehind();
  const warmUp = new WarmUp({
    read(signal) {
      const apart = new FrameIds();
      const own = {
        ids: apart,
        finder: new ElementFinder(apart),
        more: new MoreIds(),
        cuts: new Cuts(),
        looks: new Looks(),
      };
      return readFrame({ ...frame, ...own }, { prefix: "" }, signal);
    },
    whenIdle,
    now: () => performance.now(),
  });
  const watchWork = ({ linksBehind = false }: Params<"frame.watch">): void => {
    links.isOn = linksBehind;
    watch.end();
    textAnswer.end();
    work.watch();
  };
  const focusedHere = (): Result<"frame.focused"> => {
    const focused = focusedElement(parts.shadowRootOf);
    if (focused === null) return { id: null, element: null };
    const isNone = focused === document.body || focused === document.documentElement;
    return {
      id: frameId(ids, focused),
      element: isNone ? null : (finder.idAround(focused) ?? null),
      ...secrecyOf(focused),
    };
  };
  const presenceOf = (id: string): Result<"frame.presence">["state"] => {
    const { state } = ids.find(id);
    return state === "gone" && redraws.isRedrawn(id) ? "redrawn" : state;
  };
  const aftermathOf = ({ id }: AftermathWish): Result<"frame.observe">["aftermath"] => ({
    focused: focusedHere(),
    ...(id === undefined ? {} : { presence: presenceOf(id) }),
  });
  const rest = (): void => {
    links.isOn = false;
    guard.end();
    watch.end();
    drag.end();
    pickers.end();
    redraws.rest();
    openings.end();
    work.rest();
  };
  const handlers: Handlers<"worker-frame"> = {
    "frame.ping": () => ({}),
    "frame.observe": async ({ aftermath, ...options }, { signal }) => {
      warmUp.end();
      const reading = isPdf(document) ? pdfStub(options) : await readFrame(parts, options, signal);
      const after = aftermath === undefined ? {} : { aftermath: aftermathOf(aftermath) };
      await asks.delivered();
      return { ...reading, ...after };
    },
    "frame.pdf-bytes": (params, { signal }) => pdfBytes(params, signal),
    "frame.boxes": async (params, { signal }) => {
      await recall(parts, [params.element, ...(params.ids ?? [])], signal);
      return readBoxes(parts, params);
    },
    "frame.boxes-around": (params) => readBoxesAround(parts, params),
    "frame.hush": ({ forMs }) => {
      resizeSuppressor.suppressFor(forMs);
      return {};
    },
    "frame.hail": ({ token }) => {
      frameTokens.announce(token);
      return {};
    },
    "frame.hailed-by": async ({ token }, { signal }) => ({
      id: frameShowing(ids, await frameTokens.windowOf(token, signal)),
    }),
    "frame.focused": focusedHere,
    "frame.presence": ({ id }) => ({ state: presenceOf(id) }),
    "frame.confirm": async ({ id }, { signal }) => {
      // The worker writes what is told of a PDF, so it knows the ids in it.
      if (isPdf(document)) return { rebound: false };
      const { rebound } = await toldTarget(parts, id, signal);
      return { rebound };
    },
    "frame.find-named": (params, { signal }) => findNamed(parts, params, signal),
    "frame.reveal": ({ id }) => {
      reveal(finder, id);
      return {};
    },
    "frame.nearest": ({ id }) => {
      const present = [...finder.presentIds()];
      return { nearest: [...nearestIds(id, present), ...idsHolding(id, present)] };
    },
    "frame.locate": async (params, { signal }) => {
      const { id, ready } = params;
      const { located, checksRest } = await locate(parts, params, signal);
      if (ready === undefined) return located;
      if (ready.watch !== undefined) watchWork(ready.watch);
      if (ready.guard !== undefined) guard.arm({ ...ready.guard, id }, checksRest);
      return { ...located, ready: { focused: focusedHere() } };
    },
    "frame.guard": (params) => {
      guard.arm(params);
      return {};
    },
    "frame.guarded": (params) => guard.landing(params),
    "frame.keys": (params) => keys.keys(params),
    "frame.drop-zone": ({ id }) => drops.begin(id),
    "frame.dropped": ({ end }) => {
      const state = drops.state();
      if (end === true) drops.end();
      return state;
    },
    "frame.await-picker": async () => ({ wish: await pickers.watch() }),
    "frame.picked": async ({ begin, end }) => {
      if (begin === true) pickers.catchDrag();
      const state = await pickers.state();
      if (end === true) pickers.end();
      return state;
    },
    "frame.give-files": (params) => giveFiles(parts, params),
    "frame.drop-files": (params) => dropFiles(parts, params),
    "frame.focus": (params) => focus(parts, params),
    "frame.select-contents": async (params, { signal }) => {
      const selected = await selectContents(parts, params, signal);
      if (params.typing === undefined) return selected;
      watch.begin(params);
      return { ...selected, room: watch.room };
    },
    "frame.typed": (params, { signal }) => watch.typed(params, signal),
    "frame.answered": () => ({ answered: textAnswer.isGiven }),
    "frame.taken-in": async (params, { signal }) => {
      await awaitTakenIn(parts, params, signal);
      return {};
    },
    "frame.find-words": async (params, { signal }) =>
      findWords(parts, params, params.aim && (await takersOfPresses(parts, signal))),
    "frame.find-text": (params) => findText(parts, params),
    "frame.select-words": (params) => {
      notice.tell();
      return selectWords(parts, params);
    },
    "frame.shows": (params, { signal }) => shows(parts, params, signal),
    "frame.value": (params, { signal }) => valueOf(parts, params, signal),
    "frame.set-value": (params) => {
      notice.tell();
      return setValue(parts, params);
    },
    "frame.scroller": (params, { signal }) => scrolling.find(params, signal),
    "frame.scrolled": (_, { signal }) => scrolling.rested(signal),
    "frame.check-state": (params, { signal }) => checkState(finder, params, signal),
    "frame.find-options": (params, { signal }) => awaitOptions(parts, params, signal),
    "frame.select-options": (params) => {
      notice.tell();
      return selectOptions(finder, params);
    },
    "frame.popup": (params, { signal }) => readPopup(parts, params, signal),
    "frame.move-pointer": (params) => {
      pointing.move(params);
      return {};
    },
    "frame.press-pointer": (params, { signal }) => pointing.press(params, signal),
    "frame.watch-drag": ({ id }) => {
      drag.prepare(id);
      return {};
    },
    "frame.drag-held": () => drag.held(),
    "frame.drag-rested": async (_, { signal }) => {
      await drag.rested(signal);
      return {};
    },
    "frame.drag-heeded": async (_, { signal }) => ({ heeded: await drag.heeded(signal) }),
    "frame.begin-drag": (params) => pointing.beginDrag(params),
    "frame.move-drag": (params) => {
      pointing.moveDrag(params);
      return {};
    },
    "frame.end-drag": (params) => {
      pointing.endDrag(params);
      return {};
    },
    "frame.wheel-over": (params) => pointing.wheel(params),
    "frame.turn-wheel": (params) => {
      notice.tell();
      scrolling.turnWheel(params);
      return {};
    },
    "frame.press-key": async ({ key, holdMs }, { signal }) => {
      const focused = focusedElement(parts.shadowRootOf);
      if (focused === null) return {};
      const before = secrecyOf(focused);
      notice.tell();
      await pressKey(focused, key, holdMs, signal);
      return { ...before, ...secrecyOf(focused) };
    },
    "frame.type-keys": async ({ keys }) => {
      await typing.typeKeys(keys);
      return {};
    },
    "frame.insert-text": async ({ text }) => {
      await typing.insert(text);
      return {};
    },
    "frame.paste-text": async ({ id, text }) => {
      await typing.paste(fieldOf(parts, id), text);
      watch.pasted();
      return {};
    },
    "frame.end-lines": async ({ count }) => {
      await typing.endLines(count);
      return {};
    },
    "frame.watch": (params) => {
      watchWork(params);
      return {};
    },
    "frame.settle": (options, { signal }) => {
      warmUp.begin();
      return work.settle(options, signal);
    },
    "frame.unexplained": ({ urls }) => ({ unexplained: work.unexplained.among(urls) }),
    "frame.rest": () => {
      rest();
      return {};
    },
  };
  return { handlers, rest };
}
