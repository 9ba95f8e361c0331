// Benchmark: when a page has really finished: WebServ's answer and its peers' beside what the pages themselves know.
import { withLock } from "../bootstrap/lock.mjs";
import { machineLine } from "./report.ts";
import { buildViews } from "./settle/bundles.ts";
import { loadCatalogue } from "./settle/catalogue.ts";
import { detailLines } from "./settle/detail.ts";
import type { Figures } from "./settle/figures.ts";
import { judge, type Judged } from "./settle/metrics.ts";
import { type Options, parseOptions } from "./settle/options.ts";
import { PeersPlayer } from "./settle/peers/player.ts";
import type { Played, Player } from "./settle/policy.ts";
import { reportLines } from "./settle/report-text.ts";
import { resultLine } from "./settle/result-line.ts";
import { playAll } from "./settle/runs.ts";
import { chosenScenarios, type Scenario } from "./settle/scenarios.ts";
import { ScenarioSite } from "./settle/site.ts";
import { WebservPlayer } from "./settle/webserv-player.ts";

/** One at a time on a machine: two would measure each other. */
const LOCK = "/run/lock/webserv-bench-settle";

interface Bench {
  readonly options: Options;
  readonly site: ScenarioSite;
  readonly say: (line: string) => void;
  readonly failures: string[];
  readonly signal: AbortSignal;
}

await main();

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const interrupt = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => interrupt.abort(new Error(`interrupted by ${name}`)));
  }
  await withLock(LOCK, () => bench(options, interrupt.signal));
}

async function bench(options: Options, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const say = (line: string): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${String(seconds).padStart(4)} s  ${line}\n`);
  };
  const catalogue = await loadCatalogue();
  const scenarios = chosenScenarios(catalogue, options);
  say(`building pages, for ${scenarios.length} scenarios`);
  const site = new ScenarioSite(await buildViews(options.views));
  await site.listen();
  const failures: string[] = [];
  try {
    const measured = { options, site, say, failures, signal };
    const figures = await measure(measured, scenarios);
    const lines = [machineLine({}), "", ...reportLines(figures, options.unseen), "", ...failures];
    if (!options.json) process.stdout.write(`${lines.join("\n")}\n`);
    process.stdout.write(`${resultLine(figures)}\n`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await site.close();
  }
}

async function measure(bench: Bench, scenarios: readonly Scenario[]): Promise<Figures> {
  const { parts, mode, peersSample = scenarios.length } = bench.options;
  const start = `${bench.site.origin}/`;
  const ours = parts.has("webserv")
    ? await play(bench, scenarios, () => WebservPlayer.open(mode, start))
    : [];
  const peers = parts.has("peers")
    ? await play(bench, scenarios.slice(0, peersSample), () => PeersPlayer.open())
    : [];
  return { mode, ours, peers };
}

async function play(
  { options, site, say, failures, signal }: Bench,
  scenarios: readonly Scenario[],
  open: () => Promise<Player>,
): Promise<Judged[]> {
  let done = 0;
  const judged: Judged[] = [];
  const onPlayed = (scenario: Scenario, played: readonly Played[]): void => {
    done += 1;
    if (done % 20 === 0) say(`${done} of ${scenarios.length}`);
    for (const each of played) {
      const verdict = judge(each);
      if (verdict !== undefined) judged.push(verdict);
      else failures.push(`NO TRUTH: ${scenario.id} with ${each.policy}: ${marksOf(each)}`);
      if (verdict === undefined || options.only.length === 0 || options.json) continue;
      process.stdout.write(`${detailLines(verdict).join("\n")}\n`);
    }
  };
  const onFailed = (scenario: Scenario, error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    failures.push(`NOT PLAYED: ${scenario.id}: ${reason}`);
    say(failures.at(-1) ?? "");
  };
  const { workers } = options;
  await playAll({ scenarios, site, workers, open, onPlayed, onFailed, signal });
  return judged;
}

function marksOf({ marks }: Played): string {
  return marks.map(({ name }) => name).join(", ") || "no marks";
}
