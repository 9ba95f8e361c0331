import type { Command } from "commander";
export function addInstall(_p: Command, _s: unknown, _c?: unknown): void {}
