// JupyterLab: signs in, runs a cell of a new notebook, renames and saves it, edits a file of the list, uses a terminal.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import type { AppAgent } from "./agent.ts";
import type { Application } from "./application.ts";
import { expectSame } from "./expect.ts";

const TOKEN = "sesame";
const notebook = z.object({
  cells: z.array(
    z.object({ source: z.union([z.string(), z.array(z.string())]), outputs: z.unknown() }),
  ),
});

export const jupyterlab: Application = {
  name: "jupyterlab",
  packages: { from: "pip", pinned: ["jupyterlab==4.6.6"] },
  intent:
    "Compute 6 × 7 in a notebook named sums, save it, write a line into note-7.txt, make a file in a terminal.",
  async prepare({ folder, port, installed }) {
    for (let number = 1; number <= 30; number++) {
      await writeFile(join(folder, `note-${number}.txt`), `note ${number}\n`);
    }
    const settings = {
      "IdentityProvider.token": TOKEN,
      "ServerApp.root_dir": folder,
      "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    };
    const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    return {
      program: installed("bin/jupyter-lab"),
      args: ["--no-browser", "--allow-root", `--port=${port}`, ...flags],
      readyPath: "/login",
    };
  },
  async carryOut(agent, url) {
    await agent.goto(`${url}/lab`);
    await agent.type("Password or token", TOKEN, true);
    await agent.sees("Show Contextual Help");
    await agent.click({ kind: "button", name: "No" });
    await runCell(agent);
    await editFile(agent);
    await useTerminal(agent);
  },
  async verify({ folder }) {
    const saved = await readFile(join(folder, "sums.ipynb"), "utf8");
    const { cells } = notebook.parse(JSON.parse(saved));
    expectSame("the first cell", [cells[0]?.source].flat().join(""), "print(6 * 7)");
    expectSame("its output is saved", JSON.stringify(cells[0]?.outputs).includes("42"), true);
    const note = await readFile(join(folder, "note-7.txt"), "utf8");
    expectSame("note-7.txt", note.trim(), "seven boats");
    const proof = await readFile(join(folder, "proof.txt"), "utf8");
    expectSame("proof.txt", proof.trim(), "hello");
  },
};

async function runCell(agent: AppAgent): Promise<void> {
  await agent.click("notebook.python-3-ipykernel");
  await agent.sees("Code Cell Content");
  await agent.type("code cell content textbox", "print(6 * 7)");
  await agent.click({ kind: "button", name: "Run this cell and advance" });
  await agent.sees("42");
  await agent.click("main-menu.file");
  await agent.click("Rename Notebook");
  await agent.type({ kind: "field", name: "New Name" }, "sums.ipynb");
  await agent.click({ kind: "button", name: "Rename" });
  if (!(await agent.click({ kind: "button", name: "Save and create checkpoint" }))) {
    await agent.press("Control+S");
  }
}

async function editFile(agent: AppAgent): Promise<void> {
  if (!(await agent.doubleClick("note-7.txt"))) {
    await agent.click("main-menu.file");
    await agent.click("Open from Path");
    await agent.type({ kind: "field", name: "Path" }, "note-7.txt");
    await agent.click({ kind: "button", name: "Open" });
  }
  await agent.type("main area content textbox", "seven boats");
  await agent.click("main-menu.file");
  await agent.click("Save Text");
}

async function useTerminal(agent: AppAgent): Promise<void> {
  await agent.click({ kind: "button", name: "New Launcher" });
  await agent.click("other.terminal");
  await agent.type("Terminal input", "echo hello > proof.txt", true);
  await agent.sees("proof.txt");
}
