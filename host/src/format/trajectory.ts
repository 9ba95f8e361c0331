// Formats a trajectory with one line per step.
import { styleText } from "node:util";

import type { AgentNote, TrajectoryLine } from "@webserv/shared/model/trajectory.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { formatOutcome } from "./step.ts";

export function formatTrajectory({
  lines,
  total,
  whole,
  badLines,
}: Result<"trajectory.show">): string {
  const shown = lines.map(formatLine);
  if (lines.length < total) shown.push(`${lines.length} of ${total} lines; see --from and --limit`);
  if (badLines.length > 0) shown.push(`Unreadable lines of the file: ${badLines.join(", ")}`);
  if (!whole)
    shown.push("The last line is cut off: the daemon or the machine stopped while writing.");
  return shown.join("\n");
}

function formatLine(line: TrajectoryLine): string {
  switch (line.kind) {
    case "start": {
      const sandboxes = line.sandboxes.map(({ site, sandboxId }) => `${site}=${sandboxId}`);
      return `${line.at}  ${styleText("bold", line.sessionId)} by ${line.agent} in ${line.browser}${sandboxes.length === 0 ? "" : `, ${sandboxes.join(", ")}`}`;
    }
    case "step": {
      const who = line.actor === "person" ? " (person)" : "";
      const told = line.agent === undefined ? "" : `\n${formatNote(line.agent)}`;
      return `${line.at}  ${styleText("dim", `${line.step}.`)}${who} ${formatOutcome(line)}${told}`;
    }
    case "end": {
      const answer = line.answer === undefined ? "" : `, answer ${JSON.stringify(line.answer)}`;
      return `${line.at}  ended: ${line.reason} after ${line.steps} steps${answer}`;
    }
  }
}

/** Returns a text such as: thought (model, single-prompt 1, 2100 + 85 tokens, $0.0031, 1 answer put right) */
function formatNote(told: AgentNote): string {
  const { thought, note, model, prompt, inputTokens, outputTokens, cost, faults } = told;
  const facts = [
    model,
    prompt,
    `${inputTokens} + ${outputTokens} tokens`,
    ...(cost === undefined ? [] : [`$${cost.toFixed(4)}`]),
    ...(faults === 0 ? [] : [`${faults} ${faults === 1 ? "answer" : "answers"} put right`]),
  ];
  const lines = [
    ...(thought === "" ? [] : thought.split("\n")),
    ...(note === undefined ? [] : [`note: ${note}`]),
    styleText("dim", `(${facts.join(", ")})`),
  ];
  return lines.map((line) => `    ${line}`).join("\n");
}
