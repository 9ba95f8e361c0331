// Reads a method's parameters as fields of a command line: positionals and options.
import * as z from "zod/mini";

export interface Field {
  /** The parameter's name, such as leaseMs. */
  readonly name: string;
  /** The name on a command line, such as lease-ms. */
  readonly flag: string;
  readonly kind: "text" | "number" | "boolean" | "choice" | "list" | "object" | "point" | "element";
  /** A `point` is written as x,y; an `element` by its id, or by words. The choices are those of a `choice`. */
  readonly choices: readonly string[];
  readonly description: string;
  readonly required: boolean;
  /** The default; undefined if it has none. */
  readonly defaultValue: unknown;
  /** The parameter that it is a part of, if it is no parameter by itself. */
  readonly within?: string;
}

/** Returns the fields of an object schema, in its order. */
export function fieldsOf(schema: z.ZodMiniType): Field[] {
  const shape = objectShape.parse(z.toJSONSchema(schema, { io: "input" }));
  return Object.entries(shape.properties).map(([name, property]) => ({
    name,
    flag: toFlag(name),
    kind: kindOf(property),
    choices: property.enum ?? [],
    description: property.description ?? "",
    required: shape.required.includes(name),
    defaultValue: property.default,
  }));
}

/** Returns the description of a schema; empty if it has none. */
export function descriptionOf(schema: z.ZodMiniType): string {
  return z.globalRegistry.get(schema)?.description ?? "";
}

/** Converts a name: leaseMs → lease-ms, new_tab → new-tab. */
export function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");
}

/**
 * Converts what was written on the command line to the parameter's value. A text that is no number
 * stays a text, so that the schema refuses it by name.
 */
export function fieldValue(field: Field, written: unknown): unknown {
  if (field.kind === "number" && typeof written === "string" && written.trim() !== "") {
    const value = Number(written);
    return Number.isNaN(value) ? written : value;
  }
  if (field.kind === "object" && typeof written === "string") return parsed(written);
  if (field.kind === "point" && typeof written === "string") return pointOf(written) ?? written;
  if (field.kind === "list" && typeof written === "string") return [written];
  return written;
}

/** Reads a point as x,y, or as JSON; undefined if it is none. */
export function pointOf(written: string): unknown {
  const [, x, y] = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(written) ?? [];
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  const value = parsed(written);
  return typeof value === "object" && value !== null ? value : undefined;
}

/** A text that is no JSON stays a text, too. */
function parsed(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

const property = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  const: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.object({ type: z.optional(z.string()) }))),
  properties: z.optional(z.record(z.string(), z.unknown())),
});
const objectShape = z.object({
  properties: z._default(z.record(z.string(), property), {}),
  required: z._default(z.array(z.string()), []),
});

function kindOf(property: z.infer<typeof objectShape>["properties"][string]): Field["kind"] {
  if (property.enum !== undefined) return "choice";
  // Words may be allowed beside numbers; the schema decides.
  if (property.anyOf?.some(({ type }) => type === "integer" || type === "number") === true) {
    return "number";
  }
  // An id, or words in its place.
  if (property.anyOf?.some(({ type }) => type === "object") === true) return "element";
  switch (property.type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "x" in (property.properties ?? {}) ? "point" : "object";
    default:
      return "text";
  }
}
