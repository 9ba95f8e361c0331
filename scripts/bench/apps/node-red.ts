// Node-RED: drags two nodes into the flow, wires them, names one in its dialog, and deploys.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import type { Application } from "./application.ts";
import { expectSame } from "./expect.ts";

const flows = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    name: z.optional(z.string()),
    wires: z.optional(z.array(z.array(z.string()))),
  }),
);

export const nodeRed: Application = {
  name: "node-red",
  packages: { from: "npm", pinned: ["node-red@4.1.15"] },
  intent: "Wire an inject node named Morning to a debug node, and deploy.",
  async prepare({ folder, port, installed }) {
    const settings = {
      uiPort: port,
      uiHost: "127.0.0.1",
      flowFile: "flows.json",
      telemetry: { enabled: false, updateNotification: false },
      editorTheme: { tours: false },
    };
    const file = join(folder, "settings.js");
    await writeFile(file, `module.exports = ${JSON.stringify(settings)};\n`);
    return {
      program: process.execPath,
      args: [installed("node_modules/node-red/red.js"), "--userDir", folder, "--settings", file],
      readyPath: "/flows",
    };
  },
  async carryOut(agent, url) {
    await agent.goto(url);
    await agent.sees("inject");
    await agent.dragBy("common.inject", 250, 0);
    await agent.dragBy("common.debug", 500, 0);
    await agent.drag("flow-port", "flow-port-2");
    await agent.doubleClick("timestamp-2");
    await agent.type({ kind: "field", name: "Name" }, "Morning");
    await agent.click({ kind: "button", name: "Done" });
    await agent.click("deploy");
    await agent.sees("Successfully deployed");
  },
  async verify(_place, url) {
    const nodes = flows.parse(await (await fetch(`${url}/flows`)).json());
    const inject = nodes.find(({ type }) => type === "inject");
    const debug = nodes.find(({ type }) => type === "debug");
    expectSame("the inject node's name", inject?.name, "Morning");
    expectSame("the wire leads to", inject?.wires?.flat().join(), debug?.id ?? "a debug node");
  },
};
