// Explains why each element can, or can't, be acted on.
import type { Explanation } from "@webserv/shared/model/page/observation.ts";
import type { Rejection } from "./interaction.ts";
import type { ElementPart } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Returns an explanation for each part that can be acted on, and for each element that was rejected. */
export function explanationsOf(
  parts: readonly ElementPart[],
  rejections: readonly Rejection[],
): Explanation[] {
  const explanations: Explanation[] = [];
  for (const { element, id, interaction } of parts) {
    if (interaction === undefined) continue;
    explanations.push({
      id: id ?? "",
      tag: unshadowed(element).localName,
      evidence: [...interaction.evidence],
      ...(interaction.disabled ? { disabled: true } : {}),
      ...(interaction.not === undefined ? {} : { not: interaction.not }),
    });
  }
  for (const { element, evidence, not } of rejections) {
    explanations.push({ id: "", tag: unshadowed(element).localName, evidence: [...evidence], not });
  }
  return explanations;
}
