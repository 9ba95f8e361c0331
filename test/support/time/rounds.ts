// How often a test of chance repeats itself: a few times in `npm test`, for many minutes in `npm run soak`, which runs
// the files that import this.

export interface Rounds {
  readonly short: number;
  readonly soak: number;
}

/** WEBSERV_ROUNDS says another number, for one file by hand. */
export function rounds({ short, soak }: Rounds): number {
  const own = process.env["WEBSERV_ROUNDS"];
  if (own !== undefined) return Number(own);
  return process.env["WEBSERV_SOAK"] === undefined ? short : soak;
}

/** What chance begins from; WEBSERV_SEED says another. */
export const SEED = Number(process.env["WEBSERV_SEED"] ?? 1);
