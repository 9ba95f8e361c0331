// Converts dates, times and colours, as people write them, to the form that a field takes.

/**
 * Converts a text for a field. A text that is not recognised is returned as it is, and the field refuses it. An
 * ambiguous text is not converted: 03/04/2026 is in March to some and in April to others.
 * @param type the `HTMLInputElement.type`
 * @param toHex returns the colour as `#rrggbb`, or undefined if it is none
 */
export function writtenValue(
  type: string,
  text: string,
  toHex: (colour: string) => string | undefined,
): string {
  const value = text.trim();
  switch (type) {
    case "date":
      return dateOf(value) ?? value;
    case "time":
      return timeOf(value) ?? value;
    case "datetime-local": {
      const [, date, time] = /^(\S+?)(?:T|,?\s+)(.+)$/i.exec(value) ?? [];
      const [day, hour] = [dateOf(date ?? ""), timeOf(time ?? "")];
      return day === undefined || hour === undefined ? value : `${day}T${hour}`;
    }
    case "month": {
      const [, year, month] = /^(\d{4})[-/.](\d{1,2})$/.exec(value) ?? [];
      return year === undefined ? value : `${year}-${two(month)}`;
    }
    case "week": {
      const [, year, week] = /^(\d{4})[- ]?w(\d{1,2})$/i.exec(value) ?? [];
      return year === undefined ? value : `${year}-W${two(week)}`;
    }
    case "color":
      return toHex(value) ?? value;
    default:
      return value;
  }
}

/** Reads a date that begins with the year: the order of the rest is then certain. */
function dateOf(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)?.toSpliced(2, 1) ?? [];
  return year === undefined ? undefined : `${year}-${two(month)}-${two(day)}`;
}

function timeOf(text: string): string | undefined {
  const found = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}(?:\.\d{1,3})?))?\s*(?:([ap])\.?m\.?)?$/i.exec(
    text,
  );
  if (found === null) return undefined;
  const [, hours, minutes, seconds, half] = found;
  // A number alone could be anything.
  if (minutes === undefined && half === undefined) return undefined;
  const clock = Number(hours);
  if (half !== undefined && (clock < 1 || clock > 12)) return undefined;
  const afternoon = half?.toLowerCase() === "p" ? 12 : 0;
  const hour = half === undefined ? clock : (clock % 12) + afternoon;
  return `${two(String(hour))}:${minutes ?? "00"}${seconds === undefined ? "" : `:${seconds}`}`;
}

function two(digits: string | undefined): string {
  return (digits ?? "").padStart(2, "0");
}
