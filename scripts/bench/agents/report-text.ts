// Prints the figures of the tasks for a person, beside the goals, and the line for machines.
import { atMost, type Goal, share } from "../goal.ts";
import { spreadHeader, spreadOf, spreadRow } from "../report.ts";
import type { Figures, Shares } from "./figures.ts";
import type { ContenderName } from "./hands.ts";

const MOST_OF_PEERS = 0.4;
const CLI_OVERHEAD_MS = 150;
const NAME_WIDTH = 36;

const titles: Readonly<Record<ContenderName, string>> = {
  mcp: "WebServ, MCP",
  cli: "WebServ, command line",
  playwright: "Playwright MCP",
  devtools: "chrome-devtools-mcp",
};

export function reportLines(figures: Figures): string[] {
  const { versions, cliOverheadMs } = figures;
  const told = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const overhead =
    cliOverheadMs.length === 0
      ? []
      : ["", spreadHeader("ms"), spreadRow("a command beside its action", spreadOf(cliOverheadMs))];
  return [
    told.join(", "),
    ...taskLines(figures),
    ...shareLines(figures),
    ...overhead,
    "",
    ...goalLines(figures),
  ];
}

function taskLines({ tasks }: Figures): string[] {
  const names = [...new Set(tasks.map(({ task }) => task))];
  const heads = ["read", "definitions", "calls", "ms", "start ms", "done"];
  return names.flatMap((name) => [
    "",
    columns(name, heads),
    ...tasks
      .filter(({ task }) => task === name)
      .flatMap((each) => [
        columns(`  ${titles[each.contender]}`, [
          each.tokens,
          each.definitionTokens,
          each.calls,
          Math.round(each.ms),
          Math.round(each.startMs),
          `${each.done}/${each.rounds}`,
        ]),
        ...each.failures.map((why) => `    failed: ${why.replaceAll(/\s+/g, " ").slice(0, 300)}`),
      ]),
  ]);
}

function shareLines({ shares }: Figures): string[] {
  const heads = ["tokens", "without def.", "calls", "time", "tasks"];
  const rows = Object.entries(shares).flatMap(([pair, of]) =>
    of === undefined
      ? []
      : [
          columns(pair, [
            of.tokens.toFixed(2),
            of.tokensWithoutDefinitions.toFixed(2),
            of.calls.toFixed(2),
            of.ms.toFixed(2),
            of.tasks,
          ]),
        ],
  );
  return rows.length === 0
    ? []
    : ["", columns("of the peer's, both having done it", heads), ...rows];
}

function goalLines(figures: Figures): string[] {
  return goalsOf(figures).map(
    ({ name, goal, measured, met }) =>
      `${met ? "met   " : "MISSED"} ${name.padEnd(NAME_WIDTH)} ${goal.padEnd(12)} ${measured}`,
  );
}

function goalsOf({ shares, cliOverheadMs }: Figures): Goal[] {
  const [ofPlaywright, ofDevtools] = [shares["mcp/playwright"], shares["mcp/devtools"]];
  const goals = [
    beside("tokens, of Playwright MCP's", ofPlaywright?.tokens),
    beside("tokens, of chrome-devtools-mcp's", ofDevtools?.tokens),
    beside("time, of Playwright MCP's", ofPlaywright?.ms),
    atMost("a command beside its action, median", medianOf(cliOverheadMs), CLI_OVERHEAD_MS, "ms"),
  ];
  return goals.filter((goal) => goal !== undefined);
}

function beside(name: string, measured: number | undefined): Goal | undefined {
  return share(name, measured, measured === undefined ? undefined : 1, MOST_OF_PEERS, {
    goal: (limit) => `≤ ${limit}`,
    measured: (ours) => ours.toFixed(3),
  });
}

/** Writes one JSON object in one line; what was not measured is null. */
export function resultLine(figures: Figures): string {
  const { shares, cliOverheadMs, versions, tasks } = figures;
  const of = (pair: keyof Figures["shares"], figure: keyof Shares): number | null =>
    shares[pair]?.[figure] ?? null;
  const result = {
    tokensVsPlaywrightMcp: of("mcp/playwright", "tokens"),
    tokensVsDevtoolsMcp: of("mcp/devtools", "tokens"),
    wallVsPlaywrightMcp: of("mcp/playwright", "ms"),
    cliOverheadP50Ms: medianOf(cliOverheadMs) ?? null,
    readVsPlaywrightMcp: of("mcp/playwright", "tokensWithoutDefinitions"),
    readVsDevtoolsMcp: of("mcp/devtools", "tokensWithoutDefinitions"),
    wallVsDevtoolsMcp: of("mcp/devtools", "ms"),
    callsVsPlaywrightMcp: of("mcp/playwright", "calls"),
    callsVsDevtoolsMcp: of("mcp/devtools", "calls"),
    cliTokensVsPlaywrightMcp: of("cli/playwright", "tokens"),
    cliTokensVsDevtoolsMcp: of("cli/devtools", "tokens"),
    cliWallVsPlaywrightMcp: of("cli/playwright", "ms"),
    cliWallVsDevtoolsMcp: of("cli/devtools", "ms"),
    versions,
    tasks,
  };
  // The figures are rounded to ten-thousandths: more digits than that are noise.
  return JSON.stringify(result, (_, value: unknown) =>
    typeof value === "number" ? Math.round(value * 10_000) / 10_000 : value,
  );
}

function medianOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : spreadOf(values).p50;
}

function columns(name: string, values: readonly (string | number)[]): string {
  return `${name.padEnd(NAME_WIDTH)}${values.map((value) => String(value).padStart(14)).join("")}`;
}
