// Computes the figures of the tasks: medians by task, sums over the tasks that both sides have done, shares.
import { spreadOf } from "../report.ts";
import type { Contender, ContenderName } from "./hands.ts";
import type { Run } from "./run-task.ts";

export interface TaskFigures {
  readonly task: string;
  readonly contender: ContenderName;
  /** Medians over the rounds that were done. */
  readonly tokens: number;
  readonly definitionTokens: number;
  readonly calls: number;
  readonly ms: number;
  readonly startMs: number;
  readonly done: number;
  readonly rounds: number;
  readonly failures: readonly string[];
}

export interface Shares {
  /** The tokens that a model reads, the tools' definitions once a task included. */
  readonly tokens: number;
  readonly tokensWithoutDefinitions: number;
  readonly calls: number;
  readonly ms: number;
  /** The number of tasks that both have done. */
  readonly tasks: number;
}

export interface Figures {
  readonly tasks: readonly TaskFigures[];
  readonly versions: Readonly<Partial<Record<ContenderName, string>>>;
  /** The first contender beside the second; undefined if no task was done by both. */
  readonly shares: Readonly<Record<Pair, Shares | undefined>>;
  readonly cliOverheadMs: readonly number[];
}

const pairs = {
  "mcp/playwright": ["mcp", "playwright"],
  "mcp/devtools": ["mcp", "devtools"],
  "cli/playwright": ["cli", "playwright"],
  "cli/devtools": ["cli", "devtools"],
} as const satisfies Readonly<Record<string, readonly [ContenderName, ContenderName]>>;
export type Pair = keyof typeof pairs;

export function figuresOf(
  runs: readonly Run[],
  contenders: readonly Contender[],
  cliOverheadMs: readonly number[],
): Figures {
  const groups = Map.groupBy(runs, ({ task, contender }) => `${task}/${contender}`);
  const tasks = [...groups.values()].map(taskFigures);
  const share = (pair: Pair): Shares | undefined => {
    const [ours, theirs] = pairs[pair];
    return shareOf(tasks, ours, theirs);
  };
  return {
    tasks,
    versions: Object.fromEntries(contenders.map(({ name, version }) => [name, version])),
    shares: {
      "mcp/playwright": share("mcp/playwright"),
      "mcp/devtools": share("mcp/devtools"),
      "cli/playwright": share("cli/playwright"),
      "cli/devtools": share("cli/devtools"),
    },
    cliOverheadMs,
  };
}

function taskFigures(runs: readonly Run[]): TaskFigures {
  const [first] = runs;
  if (first === undefined) throw new Error("a task needs at least one run");
  const done = runs.filter(({ failure }) => failure === undefined);
  const counted = done.length === 0 ? runs : done;
  const median = (figure: (run: Run) => number): number => spreadOf(counted.map(figure)).p50;
  return {
    task: first.task,
    contender: first.contender,
    tokens: median(({ tokens }) => tokens),
    definitionTokens: median(({ definitionTokens }) => definitionTokens),
    calls: median(({ calls }) => calls),
    ms: median(({ ms }) => ms),
    startMs: median(({ startMs }) => startMs),
    done: done.length,
    rounds: runs.length,
    failures: [...new Set(runs.flatMap(({ failure }) => failure ?? []))],
  };
}

/** Computes the shares over the tasks that both have done at least once. */
function shareOf(
  tasks: readonly TaskFigures[],
  ours: ContenderName,
  theirs: ContenderName,
): Shares | undefined {
  const done = (name: ContenderName): Map<string, TaskFigures> =>
    new Map(
      tasks
        .filter(({ contender, done }) => contender === name && done > 0)
        .map((figures) => [figures.task, figures]),
    );
  const [mine, others] = [done(ours), done(theirs)];
  const both = [...mine.keys()].filter((task) => others.has(task));
  if (both.length === 0) return undefined;
  const sum = (
    of: ReadonlyMap<string, TaskFigures>,
    figure: (figures: TaskFigures) => number,
  ): number =>
    both.reduce((total, task) => {
      const figures = of.get(task);
      return figures === undefined ? total : total + figure(figures);
    }, 0);
  const ratio = (figure: (figures: TaskFigures) => number): number =>
    sum(mine, figure) / sum(others, figure);
  return {
    tokens: ratio(({ tokens, definitionTokens }) => tokens + definitionTokens),
    tokensWithoutDefinitions: ratio(({ tokens }) => tokens),
    calls: ratio(({ calls }) => calls),
    ms: ratio(({ ms }) => ms),
    tasks: both.length,
  };
}
