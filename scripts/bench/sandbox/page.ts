// Defines the page that counts as the site's first one, the same for both engines.
import { hostHeader, type ReadinessQuestion } from "../../../host/src/sandbox/readiness.ts";
import type { BenchSite } from "./engine.ts";

/**
 * Returns the question for the page; `origin` is where the clone serves the site's first host, such as
 * http://10.87.1.1:80.
 */
export function pageOf({ source: { site }, label }: BenchSite, origin: string): ReadinessQuestion {
  const host = site.hosts[0];
  if (host === undefined) throw new Error(`${label} has no canonical host`);
  const { hostname, port } = new URL(origin);
  return {
    address: hostname,
    port: port === "" ? 80 : Number(port),
    host: hostHeader(host),
    readiness: site.readiness,
  };
}

export function portInside({ source: { site } }: BenchSite): number {
  return site.image?.ports?.[0] ?? site.hosts[0]?.port ?? 80;
}
