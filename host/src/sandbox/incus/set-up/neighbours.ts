// The neighbours the machine is told of, so that a new clone is reached without asking for its MAC.

/** x.y.1.0 to x.y.4.255; a bridge has 1,023 ports. The addresses after these are asked for. */
const thirdBytes = [1, 2, 3, 4] as const;

/** `gateway` is the bridge's own address, such as 10.87.0.1. */
export function neighbourAddresses(gateway: string): string[] {
  const [first, second] = gateway.split(".");
  if (first === undefined || second === undefined) return [];
  return thirdBytes.flatMap((third) =>
    Array.from({ length: 256 }, (_, fourth) => `${first}.${second}.${third}.${fourth}`),
  );
}

/** Arguments of `ip` that list the neighbours told, whose lines `unknownNeighbours` reads. */
export function listNeighbours(network: string): string[] {
  return ["neigh", "show", "dev", network, "nud", "permanent"];
}

export function unknownNeighbours(wanted: readonly string[], listed: string): string[] {
  const known = new Set([...listed.matchAll(/^(\S+) lladdr /gm)].map(([, address]) => address));
  return wanted.filter((address) => !known.has(address));
}
