// Manages the client certificates that Incus trusts, which may be limited to our project.
import { X509Certificate } from "node:crypto";

import * as z from "zod/mini";

import { apiPath } from "./transport/connection.ts";
import type { IncusConnection } from "./transport/connection.ts";

export const trustedCertificate = z.object({
  name: z.string(),
  type: z.string(),
  restricted: z.boolean(),
  projects: z._default(z.nullable(z.array(z.string())), []),
  fingerprint: z.string(),
});
export type TrustedCertificate = z.infer<typeof trustedCertificate>;

export interface CertificateSpec {
  readonly name: string;
  /** PEM. */
  readonly certificate: string;
  /** The only projects it may reach; all if left out. */
  readonly projects?: readonly string[];
}

export interface IncusCertificates {
  list(signal: AbortSignal): Promise<TrustedCertificate[]>;
  /** Has Incus trust the certificate; resolves with its fingerprint. */
  trust(spec: CertificateSpec, signal: AbortSignal): Promise<string>;
  distrust(fingerprint: string, signal: AbortSignal): Promise<void>;
}

export function incusCertificates(connection: IncusConnection): IncusCertificates {
  return {
    list: (signal) =>
      connection.ask(z.array(trustedCertificate), apiPath("certificates"), signal, {
        query: { recursion: "1" },
      }),
    async trust({ name, certificate, projects }, signal) {
      const { raw, fingerprint256 } = new X509Certificate(certificate);
      const body = {
        name,
        type: "client",
        certificate: raw.toString("base64"),
        ...(projects === undefined ? {} : { restricted: true, projects }),
      };
      await connection.run("POST", apiPath("certificates"), body, signal);
      return fingerprint256.replaceAll(":", "").toLowerCase();
    },
    async distrust(fingerprint, signal) {
      await connection.run("DELETE", apiPath("certificates", fingerprint), undefined, signal);
    },
  };
}
