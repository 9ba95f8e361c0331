// Makes the options by which a command says how pages are waited for.
import { settleOptions } from "@webserv/shared/model/page/settle.ts";

import type { Field } from "./schema-fields.ts";
import { fieldsOf } from "./schema-fields.ts";

/** --settle gives the mode; every other field keeps its name. */
export function settleFields(): Field[] {
  return fieldsOf(settleOptions).map((field) => ({
    ...field,
    ...(field.name === "mode" ? { flag: "settle" } : {}),
    within: "settle",
  }));
}
