// How the value of a picker is written, whatever its page shows in whatever language.

/** Undefined for fields that take any text. */
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

/** Steps of less than a minute (HTML standard: a step is in seconds, 60 where nothing is said). */
function hasSeconds(element: Element): boolean {
  const step = Number(element.getAttribute("step") ?? 60);
  return step > 0 && step % 60 !== 0;
}
