import { describe, expect, test } from "vitest";

import { refuse } from "@webserv/host/src/agent/admission.ts";

const rules = { token: "secret", port: 4711 };
const good = { host: "127.0.0.1:4711", authorization: "Bearer secret" };

describe("admission", () => {
  test.for([
    good,
    { ...good, host: "localhost:4711" },
    { ...good, authorization: "bearer secret" },
  ])("lets in %o", (headers) => {
    expect(refuse(headers, rules)).toBeUndefined();
  });

  test.for([
    { authorization: "Bearer secret" },
    { ...good, host: "127.0.0.1" },
    { ...good, host: "127.0.0.1:4712" },
    { ...good, host: "127.0.0.1.evil.example:4711" },
    { ...good, host: "LOCALHOST:4711" },
    { ...good, origin: "http://127.0.0.1:4711" },
    { ...good, origin: "" },
  ])("forbids %o", (headers) => {
    expect(refuse(headers, rules)).toMatchObject({ status: 403, error: { code: "forbidden" } });
  });

  test.for([
    { host: good.host },
    { ...good, authorization: "secret" },
    { ...good, authorization: "Bearer " },
    { ...good, authorization: "Bearer secre" },
    { ...good, authorization: "Bearer secret more" },
    { ...good, authorization: "Bearer Secret" },
  ])("asks %o for the token", (headers) => {
    expect(refuse(headers, rules)).toMatchObject({ status: 401, error: { code: "unauthorized" } });
  });

  test("tells a foreign page nothing about the token", () => {
    const headers = { host: "evil.example", authorization: "Bearer wrong" };
    expect(refuse(headers, rules)?.error.code).toBe("forbidden");
  });
});
