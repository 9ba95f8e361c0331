// Runs flows with WebServ and with its peers, and judges each step by what the oracle saw.
import { setTimeout as delay } from "node:timers/promises";

import type { Browser, ElementHandle, Page } from "puppeteer";

import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { SettleMode } from "@webserv/shared/model/page/settle.ts";

import { type Verdict, verdictOf } from "../report/metrics.ts";
import { answersAfter, launchPlain, type PeerAnswer } from "../peers/player.ts";
import { WebservPlayer } from "../webserv-player.ts";
import type { Flow, FlowStep } from "./flows.ts";
import { truthAfter } from "./watcher.ts";

/** The oracle looks once a frame and may be one frame late; so may be what it watches. */
export const ORACLE_TOLERANCE_MS = 34;
/** The time for a page to come to rest before its first step, in ms. */
const REST_MS = 2_000;

export interface OracleVerdict extends Verdict {
  readonly policy: string;
  /** The name, `flow: step`. */
  readonly step: string;
  /** The regions that changed last, as the oracle names them. */
  readonly regions: readonly string[];
}

export interface FlowRun {
  readonly flows: readonly Flow[];
  readonly origin: string;
  /** Flags for the browser's command line. */
  readonly flags: readonly string[];
  readonly onFailed: (what: string, error: unknown) => void;
}

export async function runWebserv(run: FlowRun, mode: SettleMode): Promise<OracleVerdict[]> {
  const player = await WebservPlayer.open(mode, `${run.origin}/`, { flags: run.flags });
  try {
    return await eachStep(run, {
      goto: (url) => player.goto(url),
      step: async (step) => {
        const seen = await player.observe();
        const acted = await truthAfter(player.page, async () => {
          const { step: done, answeredAt } = await player.act(actionOf(step, seen));
          const status = done.settle?.status ?? "settled";
          const answer: PeerAnswer = { policy: "WebServ", answeredAt, status };
          return { result: [answer], actedAt: answeredAt - (done.settle?.waitedMs ?? 0) };
        });
        return acted;
      },
    });
  } finally {
    await player.close();
  }
}

export async function runPeers(run: FlowRun): Promise<OracleVerdict[]> {
  const browser: Browser = await launchPlain(run.flags);
  try {
    const [page = await browser.newPage()] = await browser.pages();
    return await eachStep(run, {
      goto: async (url) => void (await page.goto(url, { waitUntil: "load" })),
      step: async (step) => {
        const element = await found(page, step);
        return await truthAfter(page, async () => {
          let actedAt = 0;
          const result = await answersAfter(page, async () => {
            await element.click();
            if (step.text !== undefined) await page.keyboard.type(step.text);
            actedAt = Date.now();
          });
          return { result, actedAt };
        });
      },
    });
  } finally {
    await browser.close();
  }
}

interface Walker {
  goto(url: string): Promise<void>;
  step(
    step: FlowStep,
  ): Promise<{ result: readonly PeerAnswer[]; truth: { at: number; regions: readonly string[] } }>;
}

/** Walks all flows; if one fails half-way, the rest of it is left out. */
async function eachStep(run: FlowRun, walker: Walker): Promise<OracleVerdict[]> {
  const verdicts: OracleVerdict[] = [];
  for (const flow of run.flows) {
    try {
      await walker.goto(run.origin + flow.path);
      await delay(REST_MS);
      for (const step of flow.steps) {
        const { result, truth } = await walker.step(step);
        for (const { policy, ...answer } of result) {
          verdicts.push({
            ...verdictOf(answer, truth.at, ORACLE_TOLERANCE_MS),
            policy,
            step: `${flow.name}: ${step.act} ${step.id}`,
            regions: truth.regions,
          });
        }
      }
    } catch (error) {
      run.onFailed(flow.name, error);
    }
  }
  return verdicts;
}

function actionOf({ act, id, text = "" }: FlowStep, seen: Observation) {
  const ids = [...seen.clickable, ...seen.inputs.map((input) => input.id)];
  const found =
    ids.find((each) => each === id) ??
    ids.find((each) => each.split(".").slice(-id.split(".").length).join(".") === id);
  if (found === undefined) throw new Error(`nothing is called "${id}" on ${seen.url}`);
  return act === "click" ? { type: act, id: found } : { type: act, id: found, text };
}

async function found(page: Page, { selector }: FlowStep): Promise<ElementHandle> {
  const element = await page.waitForSelector(selector, { timeout: 10_000 });
  if (element === null) throw new Error(`there is no ${selector} on ${page.url()}`);
  return element;
}
