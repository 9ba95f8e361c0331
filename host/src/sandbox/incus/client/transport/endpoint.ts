// Connects to an Incus server by its endpoint: a Unix socket, or HTTPS with certificates on both sides.
import { X509Certificate } from "node:crypto";
import { connect as netConnect } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { connect as tlsConnect } from "node:tls";
import type { PeerCertificate } from "node:tls";

import { Agent } from "undici";

export type IncusEndpoint = UnixEndpoint | HttpsEndpoint;

export interface UnixEndpoint {
  readonly kind: "unix";
  readonly socketPath: string;
}

/** Certificates and key are PEM. */
export interface HttpsEndpoint {
  readonly kind: "https";
  /** The address, such as https://10.1.2.3:8443. */
  readonly url: string;
  readonly clientCert: string;
  readonly clientKey: string;
  /** The one certificate the server must show, whoever signed it and whatever name it bears. */
  readonly serverCert: string;
}

/** Returns $INCUS_SOCKET, else `unix.socket` in $INCUS_DIR, else in /var/lib/incus. */
export function defaultSocketPath(env: NodeJS.ProcessEnv = process.env): string {
  return env["INCUS_SOCKET"] ?? join(env["INCUS_DIR"] ?? "/var/lib/incus", "unix.socket");
}

/** Returns the name of the endpoint in messages. */
export function endpointName(endpoint: IncusEndpoint): string {
  return endpoint.kind === "unix" ? endpoint.socketPath : endpoint.url;
}

/** Returns the origin without a slash at the end. */
export function endpointOrigin(endpoint: IncusEndpoint): string {
  return endpoint.kind === "unix" ? "http://incus" : new URL(endpoint.url).origin;
}

/** At most so many requests are on the wire at once; the others wait in line. */
const MAX_CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * The time is short, since incusd 6.0 accepts nobody over HTTPS while a new connection stays silent, as one does whose
 * request was taken back while it connected.
 */
const KEEP_ALIVE_MS = 4000;

export function endpointDispatcher(endpoint: IncusEndpoint): Agent {
  return new Agent({
    connections: MAX_CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: {
      timeout: CONNECT_TIMEOUT_MS,
      ...(endpoint.kind === "unix" ? { socketPath: endpoint.socketPath } : tlsOptions(endpoint)),
    },
  });
}

/** Opens a new connection for a WebSocket. */
export function connectEndpoint(endpoint: IncusEndpoint): Socket {
  if (endpoint.kind === "unix") return netConnect({ path: endpoint.socketPath });
  const { hostname, port } = new URL(endpoint.url);
  return tlsConnect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? 443 : Number(port),
    ...tlsOptions(endpoint),
  });
}

function tlsOptions({ clientCert, clientKey, serverCert }: HttpsEndpoint) {
  const pinned = new X509Certificate(serverCert).fingerprint256;
  return {
    cert: clientCert,
    key: clientKey,
    ca: serverCert,
    minVersion: "TLSv1.3" as const,
    // This replaces the comparison of names: Incus's own certificate bears its machine's name, not its address.
    checkServerIdentity: (_host: string, shown: PeerCertificate): Error | undefined =>
      shown.fingerprint256 === pinned
        ? undefined
        : new Error(
            `the server shows another certificate (${shown.fingerprint256}) than the pinned one`,
          ),
  };
}
