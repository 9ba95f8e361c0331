import { describe, expect, test } from "vitest";

import { refuse } from "@webserv/host/src/agent/admission.ts";

const rules = { token: "secret", port: 4711 };
const good = { host: "127.0.0.1:4711", authorization: "Bearer secret" };

describe("admission", () => {
  test.for([
    good,
    { ...good, host: "localhost:4711" },
    { ...good, authorization: "bearer secret" },
  ])("a request with the headers %j is let in", (headers) => {
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
  ])("a request with the headers %j is forbidden", (headers) => {
    expect(refuse(headers, rules)).toMatchObject({ status: 403, error: { code: "forbidden" } });
  });

  test.for([
    { host: good.host },
    { ...good, authorization: "secret" },
    { ...good, authorization: "Bearer " },
    { ...good, authorization: "Bearer secre" },
    { ...good, authorization: "Bearer secret more" },
    { ...good, authorization: "Bearer Secret" },
  ])("a request with the headers %j is refused as unauthorized", (headers) => {
    expect(refuse(headers, rules)).toMatchObject({ status: 401, error: { code: "unauthorized" } });
  });

  test("a request under a foreign host is told nothing about its token", () => {
    const headers = { host: "evil.example", authorization: "Bearer wrong" };
    expect(refuse(headers, rules)?.error.code).toBe("forbidden");
  });
});
