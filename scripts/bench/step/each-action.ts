// Measures one row for each action: its time here, the part of the action itself, and Playwright MCP's time.
import type { Action } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";

import { type PlaywrightMcp, refOf } from "../playwright-mcp.ts";
import { type Spread, spreadOf } from "../report.ts";

/** A text that is longer than what is typed key by key. */
const LONG_TEXT = "The quick brown fox jumps over the lazy dog. ".repeat(44);
const OPTIONS = ["Red", "Green", "Blue"];

/** A page at rest, with something for every action. */
export const ACTIONS_PAGE = `<!doctype html><title>Actions</title><h1>Actions</h1>
<style>#list { width: 300px; height: 120px; overflow: auto } #list p { height: 40px }
  .box { display: inline-block; width: 120px; height: 40px; border: 1px solid }</style>
<button onclick="this.dataset.n=1+Number(this.dataset.n??0)">Count</button>
<p><label>Name <input></label> <label>Story <textarea></textarea></label></p>
<p><label>Colour <select>${OPTIONS.map((option) => `<option>${option}</option>`).join("")}</select></label>
<label><input type="checkbox"> Gift</label></p>
<div class="box" draggable="true" role="button" tabindex="0" aria-label="Card">Card</div>
<div class="box" role="button" tabindex="0" aria-label="Place" ondragover="event.preventDefault()" ondrop="event.preventDefault()">Place</div>
<div id="list"><button>First</button>${Array.from({ length: 50 }, (_, index) => `<p>Entry ${index + 1}</p>`).join("")}</div>`;

interface Measured {
  readonly name: string;
  readonly ours: (turn: number, id: (name: string) => string) => Action;
  /** The peer's tool for it; undefined if it has none. */
  readonly theirs?: (
    turn: number,
    ref: (line: RegExp) => string,
  ) => readonly [tool: string, args: Record<string, unknown>];
}

const measured: readonly Measured[] = [
  {
    name: "click",
    ours: (_, id) => ({ type: "click", id: id("count") }),
    theirs: (_, ref) => ["browser_click", { target: ref(/button "Count"/) }],
  },
  {
    name: "double click",
    ours: (_, id) => ({ type: "click", id: id("count"), count: 2 }),
    theirs: (_, ref) => ["browser_click", { target: ref(/button "Count"/), doubleClick: true }],
  },
  {
    name: "hover",
    ours: (_, id) => ({ type: "hover", id: id("count") }),
    theirs: (_, ref) => ["browser_hover", { target: ref(/button "Count"/) }],
  },
  {
    name: "press a key",
    ours: () => ({ type: "press", key: "Shift" }),
    theirs: () => ["browser_press_key", { key: "Shift" }],
  },
  {
    name: "type 12 characters",
    ours: (turn, id) => ({ type: "type", id: id("name"), text: `Ada Brandt ${turn % 10}` }),
    theirs: (turn, ref) => [
      "browser_type",
      { target: ref(/textbox "Name"/), text: `Ada Brandt ${turn % 10}`, slowly: true },
    ],
  },
  {
    name: `type ${LONG_TEXT.length.toLocaleString("en")} characters`,
    ours: (turn, id) => ({ type: "type", id: id("story"), text: `${turn} ${LONG_TEXT}` }),
    theirs: (turn, ref) => [
      "browser_type",
      { target: ref(/textbox "Story"/), text: `${turn} ${LONG_TEXT}` },
    ],
  },
  {
    name: "select an option",
    ours: (turn, id) => ({ type: "select", id: id("colour"), options: [optionAt(turn)] }),
    theirs: (turn, ref) => [
      "browser_select_option",
      { target: ref(/combobox "Colour"/), values: [optionAt(turn)] },
    ],
  },
  {
    name: "check, uncheck",
    ours: (turn, id) => ({ type: turn % 2 === 0 ? "check" : "uncheck", id: id("gift") }),
    theirs: (_, ref) => ["browser_click", { target: ref(/checkbox "Gift"/) }],
  },
  {
    name: "drag and drop",
    ours: (_, id) => ({ type: "drag", id: id("card"), to: id("place") }),
    theirs: (_, ref) => [
      "browser_drag",
      { startTarget: ref(/button "Card"/), endTarget: ref(/button "Place"/) },
    ],
  },
  {
    name: "scroll a list",
    ours: (turn, id) => ({
      type: "scroll",
      id: id("first"),
      direction: turn % 2 === 0 ? "down" : "up",
    }),
  },
];

export interface ActionFigures {
  readonly name: string;
  /** The time from request to observation, settling by default. */
  readonly step: Spread;
  /** The same time without settling. */
  readonly unsettled: Spread;
  /** The time to find the element and to give the input. */
  readonly action: Spread;
  readonly playwright: Spread | undefined;
}

export interface ActionRun {
  readonly observation: Observation;
  readonly act: (action: Action, mode: "causal" | "none") => Promise<Step>;
  readonly playwright: PlaywrightMcp;
  readonly rounds: number;
  /** Runs `body` `count` times, after a few unmeasured times; resolves with times in ms. */
  readonly repeat: (
    count: number,
    body: (turn: number) => Promise<unknown>,
  ) => Promise<readonly number[]>;
}

/** Measures WebServ and the peer on `ACTIONS_PAGE`, which `observation` and the peer show. */
export async function measureActions(run: ActionRun): Promise<ActionFigures[]> {
  const { observation, act, playwright, rounds, repeat } = run;
  const known = [...observation.html.matchAll(/\bid="([^"]+)"/g)].flatMap(([, id = ""]) => [id]);
  const idOf = (name: string): string => {
    const id = known.find((each) => each === name || each.endsWith(`.${name}`));
    if (id === undefined) throw new Error(`no id of the page is ${name}: ${known.join(", ")}`);
    return id;
  };
  const snapshot = await playwright.snapshot();
  const figures: ActionFigures[] = [];
  for (const { name, ours, theirs } of measured) {
    // Each turn differs from the one before it, in whichever mode that was.
    let turns = 0;
    const next = (): Action => ours(turns++, idOf);
    const steps: Step[] = [];
    const step = await repeat(rounds, async () => {
      steps.push(await act(next(), "causal"));
    });
    const unsettled = await repeat(rounds, () => act(next(), "none"));
    const peer =
      theirs === undefined
        ? undefined
        : await repeat(rounds, (turn) =>
            playwright.act(...theirs(turn, (line) => refOf(snapshot, line))),
          );
    figures.push({
      name,
      step: spreadOf(step),
      unsettled: spreadOf(unsettled),
      action: spreadOf(steps.map(({ times }) => times.locateMs + times.inputMs)),
      playwright: peer === undefined ? undefined : spreadOf(peer),
    });
  }
  return figures;
}

function optionAt(turn: number): string {
  return OPTIONS[turn % OPTIONS.length] ?? "";
}

/** Writes the medians, one row for each action. */
export function actionLines(figures: readonly ActionFigures[]): string[] {
  const head = ["step", "of it, acting", "settle none", "Playwright MCP"];
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(24) + cells.map((cell) => cell.padStart(16)).join("");
  return [
    row("p50 ms", head),
    ...figures.map(({ name, step, action, unsettled, playwright }) =>
      row(
        name,
        [step.p50, action.p50, unsettled.p50, playwright?.p50].map((ms) => ms?.toFixed(1) ?? "–"),
      ),
    ),
  ];
}
