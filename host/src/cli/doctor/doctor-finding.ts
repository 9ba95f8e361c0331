// What a check of `webserv doctor` found.
import type { DoctorView } from "./doctor-view.ts";

export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warn" | "fail" | "skipped";
  /** What was found, with its value. */
  readonly found: string;
  /** What to do; empty where nothing is to be done. */
  readonly next: string;
}

/** One link of the chain; several findings where it has several ends. */
export type Check = (view: DoctorView) => Promise<readonly Finding[]> | readonly Finding[];

/** Findings of one check. */
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
