// Describes the findings of `webserv doctor`.
import type { DoctorContext } from "./doctor-context.ts";

export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warn" | "fail" | "skipped";
  /** The fact that was found, with its value. */
  readonly found: string;
  /** The advice; empty if nothing is to be done. */
  readonly next: string;
}

/** Checks one link of the chain; returns several findings if it has several ends. */
export type Check = (context: DoctorContext) => Promise<readonly Finding[]> | readonly Finding[];

/** Makes findings of one check. */
export function findings(check: string): {
  readonly ok: (found: string) => Finding;
  readonly warn: (found: string, next: string) => Finding;
  readonly fail: (found: string, next: string) => Finding;
  readonly skipped: (found: string) => Finding;
} {
  return {
    ok: (found) => ({ check, status: "ok", found, next: "" }),
    warn: (found, next) => ({ check, status: "warn", found, next }),
    fail: (found, next) => ({ check, status: "fail", found, next }),
    skipped: (found) => ({ check, status: "skipped", found, next: "" }),
  };
}
