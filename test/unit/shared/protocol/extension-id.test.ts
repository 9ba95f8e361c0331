import { createHash } from "node:crypto";

import { EXTENSION_ID, EXTENSION_KEY } from "@webserv/shared/protocol/extension-id.ts";
import { expect, test } from "vitest";

test("the extension's id is the one a browser derives from the manifest's key", () => {
  const digest = createHash("sha256").update(Buffer.from(EXTENSION_KEY, "base64")).digest("hex");
  const letters = digest
    .slice(0, 32)
    .replace(/./g, (digit) => String.fromCharCode("a".charCodeAt(0) + Number.parseInt(digit, 16)));
  expect(letters).toBe(EXTENSION_ID);
});
