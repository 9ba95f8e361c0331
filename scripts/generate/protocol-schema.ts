// Writes the whole protocol as one JSON Schema (2020-12) document, for clients in other languages.
import * as z from "zod/mini";

import * as actionModels from "@webserv/shared/model/action.ts";
import * as actionSpecs from "@webserv/shared/model/actions/action-spec.ts";
import * as goingActions from "@webserv/shared/model/actions/going.ts";
import * as pointingActions from "@webserv/shared/model/actions/pointing.ts";
import * as browserModels from "@webserv/shared/model/browser.ts";
import * as eventModels from "@webserv/shared/model/event.ts";
import * as observationModels from "@webserv/shared/model/page/observation.ts";
import * as sandboxModels from "@webserv/shared/model/sandbox.ts";
import * as sessionModels from "@webserv/shared/model/session.ts";
import * as settleModels from "@webserv/shared/model/page/settle.ts";
import * as siteModels from "@webserv/shared/model/site.ts";
import * as stepModels from "@webserv/shared/model/step.ts";
import * as trajectoryModels from "@webserv/shared/model/trajectory.ts";
import * as envelopes from "@webserv/shared/protocol/envelope.ts";
import { errorCatalogue } from "@webserv/shared/errors/errors.ts";
import { methods, type MethodSpec } from "@webserv/shared/protocol/methods.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";

/** A JSON Schema, or a part of one, as it is written to the file. */
export type JsonObject = { [key: string]: unknown };

/**
 * Makes the document. `methods` holds each method's link, summary, `params` as a caller writes them (defaults may be
 * left out) and `result` as it is answered. `envelope`, `errors` and `protocolVersion` hold the rest of the protocol;
 * `$defs` holds the models they share.
 */
export function protocolSchema(): JsonObject {
  nameModels();
  const defs = new Definitions();
  const described = Object.entries<MethodSpec>(methods).map(([name, spec]) => [
    name,
    {
      link: spec.link,
      summary: spec.summary,
      ...(spec.positional === undefined ? {} : { positional: spec.positional }),
      params: defs.convert(spec.params, "input"),
      result: defs.convert(spec.result, "output"),
    },
  ]);
  const envelope = {
    request: defs.convert(envelopes.requestEnvelope, "input"),
    result: defs.convert(envelopes.resultEnvelope, "input"),
    error: defs.convert(envelopes.errorEnvelope, "input"),
  };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The WebServ protocol",
    description:
      "Generated from shared/src/protocol/methods.ts by `npm run generate`; do not edit. JSON-RPC 2.0: each message fits one of `envelope`, a request's params and result fit those of its method.",
    protocolVersion,
    envelope,
    cancelMethod: envelopes.CANCEL_METHOD,
    methods: Object.fromEntries(described),
    errors: errorTable(),
    $defs: defs.sorted(),
  };
}

/** Lists each error code with the number it has in JSON-RPC. */
function errorTable(): JsonObject {
  return Object.fromEntries(
    Object.entries(errorCatalogue).map(([code, { summary, next }]) => [
      code,
      { number: envelopes.jsonRpcNumbers[code] ?? envelopes.APPLICATION_ERROR, summary, next },
    ]),
  );
}

/** Gives every exported model its name, by which the converter lists it under $defs. */
function nameModels(): void {
  const models = {
    ...actionModels,
    ...actionSpecs,
    ...goingActions,
    ...pointingActions,
    ...browserModels,
    ...eventModels,
    ...observationModels,
    ...sandboxModels,
    ...sessionModels,
    ...settleModels,
    ...siteModels,
    ...stepModels,
    ...trajectoryModels,
    errorObject: envelopes.errorObject,
    ...Object.fromEntries(
      Object.entries(actionModels.actions).map(([type, { schema }]) => [`${type}_action`, schema]),
    ),
  };
  for (const [name, model] of Object.entries(models)) {
    if (model instanceof z.core.$ZodType) {
      z.globalRegistry.add(model, { ...z.globalRegistry.get(model), id: pascalCase(name) });
    }
  }
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Collects the models that converted schemas refer to. */
class Definitions {
  readonly #defs = new Map<string, JsonObject>();

  convert(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
    // Within another schema even a model that is the whole result becomes a reference.
    const wrapped: JsonObject = {
      ...z.toJSONSchema(z.object({ it: schema }), { io, override: allowUnknownFields }),
    };
    const found = Object.entries(objectAt(wrapped, "$defs")).map(
      ([name, def]) => [name, asObject(def)] as const,
    );
    const renames = this.#renamesFor(found, io === "input" ? "Input" : "Output");
    for (const [name, def] of found) {
      this.#defs.set(renames.get(name) ?? name, asObject(renamed(def, renames)));
    }
    return asObject(renamed(objectAt(wrapped, "properties")["it"], renames));
  }

  /** Finds new names for models with defaults, which have one form for writers and another for readers. */
  #renamesFor(found: readonly (readonly [string, JsonObject])[], suffix: string) {
    const renames = new Map<string, string>();
    let before: number;
    do {
      before = renames.size;
      for (const [name, def] of found) {
        const known = this.#defs.get(name);
        // Renaming one model changes those that refer to it, hence the repetition.
        if (
          known !== undefined &&
          JSON.stringify(known) !== JSON.stringify(renamed(def, renames))
        ) {
          renames.set(name, `${name}${suffix}`);
        }
      }
    } while (renames.size > before);
    return renames;
  }

  sorted(): JsonObject {
    return Object.fromEntries([...this.#defs].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/**
 * Lets a side ignore fields it does not know, of a newer minor version. Only strict objects refuse them, which have a
 * catch-all that fits nothing.
 */
function allowUnknownFields({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === "object" && !("catchall" in def && def.catchall !== undefined)) {
    delete jsonSchema.additionalProperties;
  }
  // The id stands as the key under $defs.
  delete jsonSchema.id;
}

function renamed(value: unknown, renames: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, renames));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== "$ref" || typeof inner !== "string") return [key, renamed(inner, renames)];
      const name = inner.replace("#/$defs/", "");
      return [key, `#/$defs/${renames.get(name) ?? name}`];
    }),
  );
}

function objectAt(object: JsonObject, key: string): JsonObject {
  return key in object ? asObject(object[key]) : {};
}

function asObject(value: unknown): JsonObject {
  if (typeof value !== "object" || value === null) throw new TypeError("expected an object");
  return { ...value };
}
