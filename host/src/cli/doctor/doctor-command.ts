// Adds `webserv doctor`, which checks every link of the chain and says what to do about each that fails.
import { styleText } from "node:util";

import type { Command } from "commander";

import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { exitCodes } from "../commands/exit-code.ts";
import type { ExitCode } from "../commands/exit-code.ts";
import type { Check, Finding } from "./doctor-finding.ts";
import type { DoctorContext } from "./doctor-context.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon, withDaemon } from "../commands/settings.ts";

export function addDoctor(
  parent: Command,
  settingsOf: (command: Command) => Settings,
  setExitCode: (code: ExitCode) => void,
): void {
  const doctor = parent
    .command("doctor")
    .description("Check every link from the shell to the page, and say what to do")
    .option("--launch", "Also launch a browser without a window, and go to a page and back")
    .action(async () => {
      const settings = settingsOf(doctor);
      const findings = await diagnose(settings, doctor.opts()["launch"] === true);
      const failed = findings.some(({ status }) => status === "fail");
      settings.output.result({ ok: !failed, findings }, formatFindings(findings));
      setExitCode(failed ? exitCodes.failed : exitCodes.ok);
    });
}

async function diagnose(settings: Settings, launch: boolean): Promise<Finding[]> {
  const [{ doctorContext }, { machineChecks }, { incusCheck }, { chainChecks }] = await Promise.all(
    [
      import("./doctor-context.ts"),
      import("./machine-checks.ts"),
      import("./incus-checks.ts"),
      import("./chain-checks.ts"),
    ],
  );
  const checks = [...machineChecks, incusCheck, ...chainChecks];
  return await withOwnDaemon(settings, (daemon) =>
    runChecks(checks, doctorContext(settings, daemon, launch)),
  );
}

/** Runs the checks one after the other; a check that throws has failed. */
export async function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { logDir } = context.paths;
  for (const check of checks) {
    try {
      findings.push(...(await check(context)).map((finding) => withoutCircle(finding, logDir)));
    } catch (error) {
      context.settings.signal.throwIfAborted();
      const { message, next } = toWebservError(error);
      const finding: Finding = { check: nameOf(check), status: "fail", found: message, next };
      findings.push(withoutCircle(finding, logDir));
    }
  }
  return findings;
}

/**
 * The errors of many calls advise to run the doctor. Its own findings point to the logs instead, which tell more, or
 * leave those words out; what else the error advises stays.
 */
function withoutCircle(finding: Finding, logDir: string): Finding {
  const next = finding.next
    .replaceAll(/ \(`webserv doctor`[^)]*\)|, or (?:run )?`webserv doctor`/g, "")
    .replaceAll("Run `webserv doctor`", () => `Look into the logs in ${logDir}`)
    .replaceAll("run `webserv doctor`", () => `look into the logs in ${logDir}`)
    .replaceAll(/[;:][^;:.]*`webserv doctor`[^;:.]*/g, "");
  return {
    ...finding,
    next: next.includes("`webserv doctor`") ? `Look into the logs in ${logDir}.` : next,
  };
}

/** Names a check by its function: `nativeHostCheck` is "native host". */
function nameOf(check: Check): string {
  const words = check.name.replace(/Check$/, "");
  return words.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * Starts a daemon if none runs, which is a link of the chain, too; one started for the checks is
 * stopped after them.
 */
async function withOwnDaemon<T>(
  settings: Settings,
  use: (daemon: AgentPeer | Error) => Promise<T>,
): Promise<T> {
  const ran = await withDaemon(settings, false, async () => true).catch(() => false);
  try {
    return await withDaemon(settings, true, async (peer) => {
      const result = await use(peer);
      // The checks do not include that it stops.
      if (!ran) await callDaemon(peer, settings, "daemon.stop", {}).catch(() => {});
      return result;
    });
  } catch (error) {
    settings.signal.throwIfAborted();
    return await use(toWebservError(error));
  }
}

const marks: Readonly<Record<Finding["status"], string>> = {
  ok: styleText("green", "ok  "),
  warn: styleText("yellow", "warn"),
  fail: styleText("red", "FAIL"),
  skipped: styleText("dim", "--  "),
};

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, status, found, next }) => [
    `${marks[status]}  ${check}: ${found}`,
    ...(next === "" ? [] : [`      ${styleText("dim", "next:")} ${next}`]),
  ]);
  const count = (status: Finding["status"]): number =>
    findings.filter((finding) => finding.status === status).length;
  lines.push("", `${count("ok")} ok, ${count("warn")} to look at, ${count("fail")} failed`);
  return lines.join("\n");
}
