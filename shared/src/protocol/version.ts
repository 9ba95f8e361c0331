// Defines the protocol's version and the rule by which two sides agree to talk.
import { WebservError } from "../errors/errors.ts";

/** Raised when a message changes its meaning; sides with different majors refuse each other. */
export const PROTOCOL_MAJOR = 1;
/** Raised when something is added; a side ignores what it does not know of a newer minor. */
export const PROTOCOL_MINOR = 4;

export interface ProtocolVersion {
  readonly major: number;
  readonly minor: number;
}

export const protocolVersion: ProtocolVersion = { major: PROTOCOL_MAJOR, minor: PROTOCOL_MINOR };

/**
 * Throws `version-mismatch` if `theirs` has another major version than `ours`; the message and
 * `details.update` name the side that is behind.
 */
export function assertCompatible(
  ours: ProtocolVersion,
  theirs: ProtocolVersion,
  names: { us: string; them: string },
): void {
  if (ours.major === theirs.major) return;
  const update = theirs.major < ours.major ? names.them : names.us;
  throw new WebservError(
    "version-mismatch",
    `the ${names.them} speaks protocol ${text(theirs)}, the ${names.us} speaks ${text(ours)}`,
    { next: `Update the ${update}.`, details: { ours, theirs, update } },
  );
}

function text(version: ProtocolVersion): string {
  return `${version.major}.${version.minor}`;
}
