// Sends requests to a forward proxy as a browser does, and byte by byte if a test needs that.
import { request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProxyRequest {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Sends one request in absolute-form. */
export async function viaProxy(
  port: number,
  url: string,
  { method = "GET", headers = {}, body }: ProxyRequest = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      method,
      path: url,
      headers: { Host: new URL(url).host, ...headers },
      agent: false,
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      );
    });
    sent.end(body);
  });
}

/** Sends bytes as they are; resolves with everything that came back when the other side closes. */
export async function rawExchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

/** Opens a tunnel by CONNECT; throws with the status if it is refused. */
export async function openTunnel(port: number, target: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      method: "CONNECT",
      path: target,
      agent: false,
    });
    sent.on("error", reject);
    sent.on("connect", (answer, socket, head) => {
      if (answer.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      } else {
        socket.destroy();
        reject(new Error(`CONNECT was answered ${answer.statusCode}`));
      }
    });
    sent.end();
  });
}
