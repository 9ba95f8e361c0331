// Writes one session's trajectory as it happens.
import type { RecordedAction } from "@webserv/shared/model/recorded-action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Screenshot } from "@webserv/shared/model/page/screenshot.ts";
import type { SecretWords } from "@webserv/shared/model/text/secret-words.ts";
import type { TrajectoryLine, TrajectoryStep } from "@webserv/shared/model/trajectory.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { canonicalJson, contentHash } from "../canonical-json.ts";
import { EnteredSecrets } from "./entered-secrets.ts";
import { maskedAddresses, maskedStep } from "./masked-record.ts";
import type { TrajectoryFiles } from "./trajectory-files.ts";

/** Points to an observation that is kept beside the steps. */
export interface ObservationRef {
  readonly url: string;
  /** SHA-256 of its canonical JSON, in hex; also the name of its file. */
  readonly hash: string;
}

export type StepRecord = Omit<TrajectoryStep, "kind" | "before" | "after" | "screenshot"> & {
  readonly screenshot?: Screenshot | undefined;
};
export type StartRecord = Omit<
  Extract<TrajectoryLine, { kind: "start" }>,
  "kind" | "version" | "sessionId"
>;
export type EndRecord = Omit<Extract<TrajectoryLine, { kind: "end" }>, "kind" | "sessionId">;

export class Recorder {
  readonly #sessionId: string;
  readonly #files: TrajectoryFiles;
  /** The observation that the agent was shown last: kept with the next step, which was decided on it. */
  #shown: { observation: Observation } | { ref: ObservationRef } | undefined;

  readonly #secrets = new EnteredSecrets();

  /** The first line, if the disk was full when it was due: without it the rest can't be listed. */
  #pendingStart: string | undefined;

  constructor(sessionId: string, files: TrajectoryFiles, shown?: ObservationRef) {
    this.#sessionId = sessionId;
    this.#files = files;
    this.#shown = shown === undefined ? undefined : { ref: shown };
  }

  /** The observation that the agent was shown last, if it has been kept. */
  get shown(): ObservationRef | undefined {
    return this.#shown !== undefined && "ref" in this.#shown ? this.#shown.ref : undefined;
  }

  /** Masks entered secrets in whatever is written of the session. */
  get words(): SecretWords {
    return this.#secrets.words.session;
  }

  /** Notes the step that is to be written next: the texts that were entered, and the action as it is reported. */
  withhold(texts: readonly string[], action: RecordedAction): void {
    this.#secrets.enter(texts, action);
  }

  /** Notes an observation that the agent is shown outside a step. */
  show(observation: Observation): void {
    this.#shown = { observation };
  }

  /** @throws WebservError `recording-failed`, like the two below. */
  start(record: StartRecord): void {
    this.#append({ kind: "start", version: 1, sessionId: this.#sessionId, ...record });
  }

  step({ screenshot, ...record }: StepRecord, after: Observation | null): void {
    this.#secrets.noteAddresses(addressesOf(record, after));
    try {
      const before = this.#keepShown();
      const kept = after === null ? null : this.#keep(after);
      const picture = screenshot === undefined ? {} : { screenshot: this.#keepPicture(screenshot) };
      const told = maskedStep(record, this.#secrets.words);
      this.#append({ kind: "step", ...told, ...picture, before, after: kept });
    } catch (error) {
      // Recorded or not, this is what the agent sees now.
      if (after !== null) this.#shown = { observation: after };
      throw error;
    }
  }

  end({ answer, ...record }: EndRecord): void {
    const told = answer === undefined ? {} : { answer: this.words.maskText(answer) };
    this.#append({ kind: "end", sessionId: this.#sessionId, ...record, ...told });
  }

  #keepShown(): ObservationRef | null {
    const shown = this.#shown;
    if (shown === undefined) return null;
    return "ref" in shown ? shown.ref : this.#keep(shown.observation);
  }

  /** Also makes it what the agent was shown last. */
  #keep(shown: Observation): ObservationRef {
    const observation = maskedAddresses(shown, this.words);
    const json = canonicalJson(observation);
    const ref = { url: observation.url, hash: contentHash(json) };
    this.#write("an observation", () => this.#files.keepObservation(ref.hash, json));
    this.#shown = { ref };
    return ref;
  }

  #keepPicture({ data, ...shown }: Screenshot): NonNullable<TrajectoryStep["screenshot"]> {
    const bytes = Buffer.from(data, "base64");
    const file = `${contentHash(bytes)}.${shown.format}`;
    this.#write("a picture", () => this.#files.keepPicture(file, bytes));
    return { ...shown, file };
  }

  #append(line: TrajectoryLine): void {
    this.#write(`the ${line.kind} line`, () => {
      const text = JSON.stringify(line);
      if (line.kind === "start") this.#pendingStart = text;
      else if (this.#pendingStart !== undefined) this.#files.append(this.#pendingStart);
      this.#files.append(text);
      this.#pendingStart = undefined;
    });
  }

  #write(what: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new WebservError(
        "recording-failed",
        `${what} of the trajectory of ${this.#sessionId} could not be written: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

function addressesOf(
  { effects: { navigated, tabsOpened = [] } }: Pick<StepRecord, "effects">,
  after: Observation | null,
): string[] {
  const tabs = after?.tabs ?? [];
  return [
    ...(navigated === undefined ? [] : [navigated.to]),
    ...tabsOpened,
    ...(after === null ? [] : [after.url]),
    ...tabs.map(({ url }) => url),
  ];
}
