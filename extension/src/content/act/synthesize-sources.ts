// Names what synthetic input works with.
import type { FrameIds } from "../observe/identity/frame-ids.ts";
import type { EarlyAnswers } from "./early-answers.ts";
import type { LocateSources } from "./locate.ts";
import type { TextAnswer } from "./text-answer.ts";

export interface SynthesizeSources extends LocateSources {
  readonly ids: FrameIds;
  readonly textAnswer: TextAnswer;
  readonly early: EarlyAnswers;
}
