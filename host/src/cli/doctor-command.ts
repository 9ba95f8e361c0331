import type { Command } from "commander";
export function addDoctor(_p: Command, _s: unknown, _c?: unknown): void {}
