import { spawn } from "node:child_process";
import { once } from "node:events";

import { callersAmong, findCallers } from "@webserv/host/src/cli/commands/callers.ts";
import { expect, test } from "vitest";

/** The first words of those that count, nearest first. */
function among(...lines: readonly string[]): readonly number[] {
  const ancestors = lines.map((line, pid) => ({ pid, args: line.split(" ") }));
  return callersAmong(ancestors).map(({ pid }) => pid);
}

test.each([
  ["a terminal's shell", ["-bash", "gnome-terminal"], [0]],
  ["a script", ["sh task.sh", "bash", "sshd"], [0]],
  ["npm run", ["sh -c node", "npm run webserv", "bash", "tmux"], [2]],
  [
    "npm run that brings its Node",
    ["node /x/scripts/run.cjs webserv look", "sh -c node", "npm run", "zsh"],
    [3],
  ],
  ["npx", ["sh -c webserv", "npm exec webserv look", "bash", "tmux"], [2]],
  ["npx before it names itself", ["sh -c webserv", "node /usr/bin/npx webserv", "bash"], [2]],
  ["an agent's shell for one command", ["bash -c cd", "node agent.js", "bash", "tmux"], [0, 1]],
  ["an agent's login shell", ["/bin/zsh -lc webserv", "codex", "zsh"], [0, 1]],
  ["an agent's shell with options", ["bash -o pipefail -c webserv", "python3 agent.py"], [0, 1]],
  ["an agent without a shell", ["node agent.js", "bash"], [0]],
  [
    "npx in an agent's shell",
    ["sh -c webserv", "npm exec webserv", "bash -c npx", "claude", "bash"],
    [2, 3],
  ],
  ["a subshell", ["bash -s", "bash -s", "bash -s", "sshd"], [0, 1, 2]],
  [
    "a program that limits its time",
    ["timeout 60 webserv look", "bash -c timeout", "agent"],
    [1, 2],
  ],
  ["a script whose own option has a c", ["bash script.sh -c", "agent"], [0]],
  ["a shell with nothing above it", ["sh -c webserv"], [0]],
])("the callers that count are found above a command run by %s", (_how, lines, expected) => {
  expect(among(...lines)).toEqual(expected);
});

test("a shell for one command is found with the program that runs it", async () => {
  const shell = spawn("/bin/sh", ["-c", "read line; true"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await once(shell, "spawn");
  const [first, second, ...others] = await findCallers(shell.pid);
  shell.stdin.end();
  expect(first).toMatchObject({ pid: shell.pid, shell: true });
  expect(second).toMatchObject({ pid: process.pid, shell: false });
  expect(others).toEqual([]);
});
