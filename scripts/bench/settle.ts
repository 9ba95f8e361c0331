// Benchmark: when a page has really finished: WebServ's answer and its peers' beside what the pages themselves know.
import { startStore } from "../../test/support/programs/store-server.ts";
import { withLock } from "../bootstrap/lock.mjs";
import { openApplications } from "./observe/applications.ts";
import { interruption, timedWords } from "./course.ts";
import { machineLine } from "./report.ts";
import { buildLoad, buildViews } from "./settle/site/bundles.ts";
import { loadCatalogue } from "./settle/catalogue.ts";
import { detailLines } from "./settle/report/detail.ts";
import type { Figures } from "./settle/report/figures.ts";
import { judge, type Judged } from "./settle/report/metrics.ts";
import { type Options, parseOptions } from "./settle/options.ts";
import { applicationFlows } from "./settle/oracle/application-flows.ts";
import { storeFlows } from "./settle/oracle/flows.ts";
import { type OracleVerdict, runPeers, runWebserv } from "./settle/oracle/run.ts";
import { measureOverhead } from "./settle/overhead/measure.ts";
import { PeersPlayer } from "./settle/peers/player.ts";
import type { Played, Player } from "./settle/policy.ts";
import { reportLines } from "./settle/report/report-text.ts";
import { resultLine } from "./settle/report/result-line.ts";
import { playAll } from "./settle/runs.ts";
import { chosenScenarios, type Scenario } from "./settle/scenarios.ts";
import { ScenarioSite } from "./settle/site/site.ts";
import { WebservPlayer } from "./settle/webserv-player.ts";

/** The lock that lets one run at a time on a machine: two would measure each other. */
const LOCK = "/run/lock/webserv-bench-settle";

/** The options of a store that answers as slowly as one across a town. */
const STORE = { latencyMs: 180 };

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
  await withLock(LOCK, () => bench(options, interruption()));
}

async function bench(options: Options, signal: AbortSignal): Promise<void> {
  const say = timedWords();
  const catalogue = await loadCatalogue();
  const scenarios = chosenScenarios(catalogue, options);
  const plays = options.parts.has("webserv") || options.parts.has("peers");
  say(plays ? `building pages, for ${scenarios.length} scenarios` : "building pages");
  const views = await buildViews(plays ? options.views : []);
  const site = new ScenarioSite(new Map<string, string>([...views, ["load", await buildLoad()]]));
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
  const { parts, mode, peersSample = scenarios.length, loadRounds } = bench.options;
  const { site, say, signal } = bench;
  const start = `${bench.site.origin}/`;
  const ours = parts.has("webserv")
    ? await play(bench, scenarios, () => WebservPlayer.open(mode, start))
    : [];
  const peers = parts.has("peers")
    ? await play(bench, scenarios.slice(0, peersSample), () => PeersPlayer.open())
    : [];
  const oracle = [
    ...(parts.has("oracle") ? await walkStore(bench) : []),
    ...(parts.has("applications") ? await walkApplications(bench) : []),
  ];
  if (parts.has("overhead")) say("load with and without the extension");
  const overhead = parts.has("overhead")
    ? await measureOverhead({ site, mode, rounds: loadRounds, signal })
    : undefined;
  return { mode, ours, peers, oracle, overhead };
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

/** Walks the store's flows; each policy's browser has a store of its own. */
async function walkStore(bench: Bench): Promise<OracleVerdict[]> {
  bench.say("the store's flows");
  await using ended = new AsyncDisposableStack();
  const stores = await Promise.all([startStore(STORE), startStore(STORE)]);
  for (const store of stores) ended.defer(() => store.close());
  const [mine, theirs] = stores;
  const run = { flows: storeFlows, flags: [], onFailed: notWalked(bench) };
  const verdicts = await Promise.all([
    runWebserv({ ...run, origin: mine.origin }, bench.options.mode),
    runPeers({ ...run, origin: theirs.origin }),
  ]);
  return verdicts.flat();
}

/** Walks the applications one after the other, since both policies act in the same sandboxes. */
async function walkApplications(bench: Bench): Promise<OracleVerdict[]> {
  const { say, signal, options } = bench;
  const names = ["wordpress", "evershop"];
  await using ended = new AsyncDisposableStack();
  const applications = await openApplications(names, say, signal);
  ended.defer(() => applications.close());
  const verdicts: OracleVerdict[] = [];
  for (const { origin, flows } of applicationFlows) {
    say(`the flows of ${origin}`);
    const run = { flows, origin, flags: applications.flags, onFailed: notWalked(bench) };
    verdicts.push(...(await runWebserv(run, options.mode)), ...(await runPeers(run)));
  }
  return verdicts;
}

function notWalked({ failures, say }: Bench): (flow: string, error: unknown) => void {
  return (flow, error) => {
    const reason = error instanceof Error ? error.message : String(error);
    failures.push(`NOT WALKED: ${flow}: ${reason}`);
    say(failures.at(-1) ?? "");
  };
}

function marksOf({ marks }: Played): string {
  return marks.map(({ name }) => name).join(", ") || "no marks";
}
