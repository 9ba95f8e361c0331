// Writes the benchmark's last line, for machines: the figures named in the goals, and all others page by page.
import { applicationTokens, type Figures, sharesOf, sizeOf } from "./figures.ts";

/** Writes one JSON object in one line; what was not measured is null. */
export function resultLine(figures: Figures): string {
  const at10k = sizeOf(figures, 10_000);
  const at100k = sizeOf(figures, 100_000);
  const tokens = applicationTokens(figures);
  const shares = sharesOf(figures.pages);
  const result = {
    ms10k: at10k?.times.task.p50 ?? null,
    ms100k: at100k?.times.task.p50 ?? null,
    workerMs10k: at10k?.times.worker.p50 ?? null,
    workerMs100k: at100k?.times.worker.p50 ?? null,
    firstMs10k: at10k?.times.firstMs ?? null,
    firstMs100k: at100k?.times.firstMs ?? null,
    longestTaskMs100k: at100k?.longestTask?.p50 ?? null,
    playwrightMs10k: at10k?.playwright?.p50 ?? null,
    tokensVsHtml: tokens === undefined ? null : tokens.reading / tokens.html,
    tokensVsPlaywright: tokens === undefined ? null : tokens.reading / tokens.playwright,
    tokensShownVsPlaywright: tokens === undefined ? null : tokens.byDefault / tokens.playwright,
    tokensVsAccessibilityTree:
      tokens === undefined ? null : tokens.reading / tokens.accessibilityTree,
    recall: shares?.recall ?? null,
    precision: shares?.precision ?? null,
    sizes: figures.sizes,
    pages: figures.pages,
  };
  // The figures are rounded to ten-thousandths: more digits than that are noise.
  return JSON.stringify(result, (_, value: unknown) =>
    typeof value === "number" ? Math.round(value * 10_000) / 10_000 : value,
  );
}
