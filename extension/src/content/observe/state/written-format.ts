// Tells how the value of a picker is written, whatever its page shows in whatever language.

/** Returns the format of a field's value; undefined for fields that take any text. */
export function writtenFormat(element: HTMLInputElement | HTMLTextAreaElement): string | undefined {
  switch (element.type) {
    case "date":
      return "YYYY-MM-DD";
    case "time":
      return `HH:MM${hasSeconds(element) ? ":SS" : ""}`;
    case "month":
      return "YYYY-MM";
    case "week":
      return "YYYY-Www";
    case "datetime-local":
      return `YYYY-MM-DDTHH:MM${hasSeconds(element) ? ":SS" : ""}`;
    case "color":
      return "#rrggbb";
    default:
      return undefined;
  }
}

/**
 * Tells whether a field counts in steps of less than a minute (HTML standard: a step is in seconds,
 * by default 60).
 */
function hasSeconds(element: Element): boolean {
  const step = Number(element.getAttribute("step") ?? 60);
  return step > 0 && step % 60 !== 0;
}
