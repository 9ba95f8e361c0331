// Benchmark: many isolated environments in few browsers, beside a browser for each in the same run.
import { parseArgs } from "node:util";

import { count } from "./arguments.ts";
import { interruption, timedWords } from "./course.ts";
import { type Crowd, type Kind, measureCrowd } from "./env/crowd.ts";
import { atLeast, atMost } from "./goal.ts";
import { machineLine, spreadHeader, spreadOf, spreadRow } from "./report.ts";
import { memoryNow } from "./sandbox/machine-use.ts";

const MARGINAL_MIB = 60;
const CREATE_MS = 500;
const RESET_MS = 500;
const STEPS_PER_SECOND = 20;
const AT_ONCE = 64;
const AT_ONCE_FOR_SPEED = 16;
/** The most memory that a browser with its sandbox takes: browsers for which there is no room are left out. */
const BROWSER_MIB = 400;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean" },
      counts: { type: "string", default: "1,8,16,64" },
      browsers: { type: "string", default: "1,8,16" },
      steps: { type: "string", default: "6" },
      resets: { type: "string", default: "8" },
    },
  });
  const steps = count("--steps", values.steps, 1);
  const resets = count("--resets", values.resets, 1);
  const signal = interruption();
  const say = timedWords();
  const crowds: Crowd[] = [];
  const wanted: readonly (readonly [Kind, string])[] = [
    ["environments", values.counts],
    ["browsers", values.browsers],
  ];
  for (const [kind, list] of wanted) {
    for (const number of numbers(`--${kind === "browsers" ? kind : "counts"}`, list)) {
      say(`${number} ${kind}`);
      if (kind === "browsers" && !(await fits(number))) {
        say(
          `left out: ${number} browsers would need ${number * BROWSER_MIB} MiB, and less is free`,
        );
        continue;
      }
      crowds.push(await measureCrowd({ kind, count: number, steps, resets, signal }));
    }
  }
  const figures = figuresOf(crowds);
  const lines = [machineLine({}), ...crowds.flatMap(crowdLines), "", ...goalLines(figures)];
  if (values.json !== true) process.stdout.write(`${lines.join("\n")}\n`);
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

function numbers(flag: string, list: string): number[] {
  return list === "" ? [] : list.split(",").map((each) => count(flag, each, 1));
}

async function fits(browsers: number): Promise<boolean> {
  const { availableBytes } = await memoryNow();
  return browsers * BROWSER_MIB <= availableBytes / 2 ** 20;
}

function figuresOf(crowds: readonly Crowd[]) {
  const environments = crowds.filter(({ kind }) => kind === "environments");
  const browsers = crowds.filter(({ kind }) => kind === "browsers");
  const whole = environments.filter(({ failures }) => failures.length === 0);
  // The first is not counted, since it starts the browser that carries them.
  const later = environments.flatMap(({ createMs }) => createMs.slice(1));
  const resets = environments.flatMap(({ resetMs }) => resetMs);
  return {
    marginalMiB: marginal(environments),
    browserMarginalMiB: marginal(browsers),
    createP50Ms: medianOf(later),
    browserCreateP50Ms: medianOf(browsers.flatMap(({ createMs }) => createMs)),
    resetP50Ms: medianOf(resets),
    stepsPerSecond16: speedAt(environments, AT_ONCE_FOR_SPEED),
    browserStepsPerSecond16: speedAt(browsers, AT_ONCE_FOR_SPEED),
    maxEnvironments: Math.max(0, ...whole.map((crowd) => crowd.count)),
    crowds: crowds.map(({ stepMs, createMs, resetMs, ...crowd }) => ({
      ...crowd,
      stepP50Ms: medianOf(stepMs),
      createP50Ms: medianOf(createMs),
      resetP50Ms: medianOf(resetMs),
    })),
  };
}

function speedAt(crowds: readonly Crowd[], number: number): number | undefined {
  return crowds.find((crowd) => crowd.count === number)?.stepsPerSecond;
}

/** Computes the cost of one more, between the smallest and the largest crowd; undefined with one crowd alone. */
function marginal(crowds: readonly Crowd[]): number | undefined {
  const sorted = crowds.toSorted((first, second) => first.count - second.count);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined || least.count === most.count) return undefined;
  return (most.memoryMiB - least.memoryMiB) / (most.count - least.count);
}

function medianOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : spreadOf(values).p50;
}

function crowdLines(crowd: Crowd): string[] {
  const { kind, count: number, createMs, resetMs, stepMs, failures } = crowd;
  return [
    "",
    `${number} ${kind}: ${crowd.stepsPerSecond.toFixed(1)} steps/s, ${crowd.processorMs.toFixed(0)} ms of the processor a step, ${crowd.memoryMiB.toFixed(0)} MiB`,
    `ms a step: ${byKind(crowd.processorByKindMs)}`,
    `MiB: ${byKind(crowd.memoryByKindMiB)}`,
    spreadHeader("ms"),
    spreadRow("create", spreadOf(createMs)),
    ...(resetMs.length === 0 ? [] : [spreadRow("reset", spreadOf(resetMs))]),
    spreadRow("step", spreadOf(stepMs)),
    ...[...new Set(failures)].map((why) => `failed: ${why}`),
  ];
}

function byKind(amounts: Readonly<Record<string, number>>): string {
  const shown = Object.entries(amounts).filter(([, amount]) => amount >= 0.05);
  return shown.map(([kind, amount]) => `${kind} ${amount.toFixed(1)}`).join(", ");
}

function goalLines(figures: ReturnType<typeof figuresOf>): string[] {
  const goals = [
    atMost("memory of one more", figures.marginalMiB, MARGINAL_MIB, "MiB"),
    atMost("create, median", figures.createP50Ms, CREATE_MS, "ms"),
    atMost("reset, median", figures.resetP50Ms, RESET_MS, "ms"),
    atLeast("steps a second of 16", figures.stepsPerSecond16, STEPS_PER_SECOND, (value) =>
      value.toFixed(1),
    ),
    atLeast("at once, all steps done", figures.maxEnvironments, AT_ONCE),
  ];
  return goals
    .filter((goal) => goal !== undefined)
    .map(
      ({ name, goal, measured, met }) =>
        `${met ? "met   " : "missed"} ${name}: ${measured} (${goal})`,
    );
}
