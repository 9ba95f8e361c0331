// Exports the version of this host, as its package says it.
import manifest from "../package.json" with { type: "json" };

export const hostVersion: string = manifest.version;
