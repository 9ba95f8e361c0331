// Describes a picture for people: its size, its marks, and what it leaves out.
import type { Screenshot } from "@webserv/shared/model/page/screenshot.ts";

import { table } from "./table.ts";

export function formatScreenshot(file: string, picture: Omit<Screenshot, "data">): string {
  const { width, height, scale, marks, omitted } = picture;
  const head = `${file}  ${width}x${height} px, ${Math.round(scale * 1000) / 1000} a CSS px`;
  const lines = [head];
  if (marks.length > 0) {
    lines.push(
      table(
        ["mark", "id"],
        marks.map(({ label, id }) => [label, id]),
        "",
      ),
    );
  }
  for (const { what, where, why } of omitted) {
    lines.push(["left out", what, where, why].filter((part) => part !== "").join(": "));
  }
  return lines.join("\n");
}
