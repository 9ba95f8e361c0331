// Reads a method's parameters as fields of a command line: positionals and options.
import * as z from "zod/mini";

export interface Field {
  /** The parameter's name, such as leaseMs. */
  readonly name: string;
  /** The name on a command line, such as lease-ms. */
  readonly flag: string;
  readonly kind: "text" | "number" | "boolean" | "choice" | "list" | "object";
  /** The choices of a `choice`. */
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
  if (field.kind === "list" && typeof written === "string") return [written];
  return written;
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
  switch (property.type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "object";
    default:
      return "text";
  }
}
