// Tests when an MCP client over HTTP counts as gone, and when its seat is free.
import {
  BROKEN_STREAM_MS,
  ClientPresence,
  SEAT_MS,
  SILENT_MS,
} from "@webserv/host/src/agent/mcp/client-presence.ts";
import { expect, test } from "vitest";

const SOON = 5_000;

test("an MCP client that broke off a call and thinks for minutes is there", () => {
  const client = new ClientPresence(0);
  client.begun(0);
  client.ended("call", true, SOON);
  expect(client.isGone(SOON + 10 * BROKEN_STREAM_MS)).toBe(false);
});

test("an MCP client whose stream and call broke off together is gone after half a minute", () => {
  for (const order of [["stream", "call"] as const, ["call", "stream"] as const]) {
    const client = new ClientPresence(0);
    for (const _ of order) client.begun(0);
    for (const what of order) client.ended(what, true, SOON);
    expect(client.isGone(SOON + BROKEN_STREAM_MS)).toBe(false);
    expect(client.isGone(SOON + BROKEN_STREAM_MS + 1)).toBe(true);
  }
});

test.each(["with", "without"])(
  "an MCP client whose stream broke off is there if it asks again, %s a new stream",
  (stream) => {
    const client = new ClientPresence(0);
    client.begun(0);
    client.ended("stream", true, SOON);
    if (stream === "with") client.begun(2 * SOON);
    client.begun(2 * SOON);
    client.ended("call", false, 3 * SOON);
    if (stream === "with") client.ended("stream", false, 4 * SOON);
    expect(client.isGone(4 * SOON + 10 * BROKEN_STREAM_MS)).toBe(false);
  },
);

test("an MCP client that holds a stream is there and keeps its seat, however long it asks nothing", () => {
  const client = new ClientPresence(0);
  client.begun(0);
  expect(client.isGone(10 * SILENT_MS)).toBe(false);
  expect(client.vacantMs(10 * SILENT_MS)).toBe(0);
});

test("an MCP client that holds nothing keeps its seat for half an hour, and is gone after a day", () => {
  const client = new ClientPresence(0);
  client.begun(0);
  client.ended("call", false, 0);
  expect(client.vacantMs(SEAT_MS)).toBe(0);
  expect(client.vacantMs(SEAT_MS + 1)).toBe(SEAT_MS + 1);
  expect(client.isGone(SILENT_MS)).toBe(false);
  expect(client.isGone(SILENT_MS + 1)).toBe(true);
});
