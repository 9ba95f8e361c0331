// Reads from a machine's package sources which Debian mirror it uses, so that backports come from the same.

export interface Mirror {
  readonly uri: string;
  /** The keyring of `Signed-By`, if the source names one. */
  readonly signedBy: string | undefined;
}

/**
 * Finds the Debian mirror. `file` tells the format: deb822 in `.sources`, lines elsewhere. Returns undefined if it
 * names none.
 */
export function debianMirror(file: string, text: string): Mirror | undefined {
  const mirrors = file.endsWith(".sources") ? inStanzas(text) : inLines(text);
  // This finds the archive itself, not the security updates', which carry no backports.
  return mirrors.find(({ uri }) => /^https?:\/\/.+\/debian\/?$/.test(uri));
}

/** Writes a deb822 source of `suite`. */
export function backportsSource({ uri, signedBy }: Mirror, suite: string): string {
  const fields = ["Types: deb", `URIs: ${uri}`, `Suites: ${suite}`, "Components: main"];
  return `${[...fields, ...(signedBy === undefined ? [] : [`Signed-By: ${signedBy}`])].join("\n")}\n`;
}

function inStanzas(text: string): Mirror[] {
  const stanzas = text.replaceAll(/^#.*\n?/gm, "").split(/\n\s*\n/);
  return stanzas.flatMap((stanza) => {
    const field = (name: string): string | undefined =>
      new RegExp(`^${name}:[ \\t]*(.+)$`, "im").exec(stanza)?.[1]?.trim();
    if (!/^(deb)\b/.test(field("Types") ?? "") || field("Enabled") === "no") return [];
    const signedBy = field("Signed-By");
    return (field("URIs") ?? "").split(/\s+/).map((uri) => ({ uri, signedBy }));
  });
}

/**
 * Reads lines such as `deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://mirror.example/debian bookworm
 * main`.
 */
function inLines(text: string): Mirror[] {
  return [...text.matchAll(/^deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s/gm)].map(([, options, uri]) => ({
    uri: uri ?? "",
    signedBy: /\bsigned-by=(\S+)/.exec(options ?? "")?.[1],
  }));
}
