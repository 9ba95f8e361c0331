// Says how often a test of chance repeats itself: a few times in `npm test`, and for many minutes in `npm run soak`,
// which runs the files that import this.

export interface Rounds {
  readonly short: number;
  readonly soak: number;
}

/** Returns the number of rounds; WEBSERV_ROUNDS gives another one, for one file by hand. */
export function rounds({ short, soak }: Rounds): number {
  const own = process.env["WEBSERV_ROUNDS"];
  if (own !== undefined) return Number(own);
  return process.env["WEBSERV_SOAK"] === undefined ? short : soak;
}

/** The seed of random choices; WEBSERV_SEED gives another. */
export const SEED = Number(process.env["WEBSERV_SEED"] ?? 1);
