// Speaks Docker's HTTP API over its socket, as much of it as the benchmark needs.
import { createReadStream } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type Readable } from "node:stream";

import * as z from "zod/mini";

/** The longest answer, in bytes. Answers are small; only `load` reports its progress at length. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** The version of the API that this is written for; Docker 20.10 and later serve it. */
const API = "/v1.41";

export interface DockerContainer {
  readonly id: string;
  readonly address: string;
}

export interface ContainerRequest {
  readonly image: string;
  readonly env: readonly string[];
  readonly command?: readonly string[];
  readonly network: string;
  readonly cgroupParent: string;
  readonly memoryBytes?: number;
  readonly cpus?: number;
  readonly processes?: number;
  readonly sharedMemoryBytes?: number;
}

const versionAnswer = z.object({ Version: z.string() });
const createAnswer = z.object({ Id: z.string() });
const listAnswer = z.array(z.object({ Id: z.string() }));
const inspectAnswer = z.object({
  NetworkSettings: z.object({
    Networks: z.record(z.string(), z.object({ IPAddress: z.string() })),
  }),
});
const loadLine = z.object({ stream: z.optional(z.string()), error: z.optional(z.string()) });
const errorAnswer = z.object({ message: z.string() });

export class DockerApi {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  async version(signal: AbortSignal): Promise<string> {
    return versionAnswer.parse(await this.#json("GET", "/version", undefined, signal)).Version;
  }

  /** Resolves with the name of the image in a `docker save` archive. */
  async load(archive: string, signal: AbortSignal): Promise<string> {
    const path = "/images/load?quiet=1";
    const text = await this.#ask("POST", path, createReadStream(archive, { signal }), signal);
    return loadedImage(text);
  }

  /** Creates and starts a container, as `docker run --detach` does. */
  async run(wanted: ContainerRequest, signal: AbortSignal): Promise<DockerContainer> {
    const created = await this.#json("POST", "/containers/create", createBody(wanted), signal);
    const { Id: id } = createAnswer.parse(created);
    try {
      await this.#ask("POST", `/containers/${id}/start`, undefined, signal);
      const inspected = await this.#json("GET", `/containers/${id}/json`, undefined, signal);
      const { Networks: networks } = inspectAnswer.parse(inspected).NetworkSettings;
      const address = networks[wanted.network]?.IPAddress;
      if (address === undefined || address === "") {
        throw new Error(`Docker's container ${id} has no address: its command has ended`);
      }
      return { id, address };
    } catch (error) {
      await this.remove(id);
      throw error;
    }
  }

  async containers(signal: AbortSignal): Promise<string[]> {
    const found = await this.#json("GET", "/containers/json?all=1", undefined, signal);
    return listAnswer.parse(found).map(({ Id: id }) => id);
  }

  /** Ends the container and deletes it with its volumes. */
  async remove(id: string, signal = AbortSignal.timeout(60_000)): Promise<void> {
    await this.#ask("DELETE", `/containers/${id}?force=1&v=1`, undefined, signal);
  }

  async #json(method: string, path: string, body: object | undefined, signal: AbortSignal) {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const parsed: unknown = JSON.parse(await this.#ask(method, path, sent, signal));
    return parsed;
  }

  async #ask(
    method: string,
    path: string,
    body: string | Readable | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    const text = typeof body === "string";
    const headers = { "Content-Type": text ? "application/json" : "application/x-tar" };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        {
          socketPath: this.#socket,
          path: API + path,
          method,
          signal,
          headers: body === undefined ? {} : headers,
        },
        resolve,
      );
      asked.on("error", reject);
      if (body === undefined || text) asked.end(body);
      else body.on("error", (error) => asked.destroy(error)).pipe(asked);
    });
    const said = await readAll(answer);
    const status = answer.statusCode ?? 0;
    if (status < 400) return said;
    throw new Error(`Docker refused ${method} ${path} with ${status}: ${wordsOf(said)}`);
  }
}

/** Finds the image's name in the end of `load`'s output, such as `Loaded image: nginx:latest`. */
export function loadedImage(text: string): string {
  for (const line of text.split("\n").toReversed()) {
    if (line.trim() === "") continue;
    const { stream, error } = loadLine.parse(JSON.parse(line));
    if (error !== undefined) throw new Error(`Docker can't load the image: ${error}`);
    const name = /Loaded image(?: ID)?: (\S+)/.exec(stream ?? "")?.[1];
    if (name !== undefined) return name;
  }
  throw new Error("Docker loaded an archive and named no image");
}

function createBody(wanted: ContainerRequest): object {
  return {
    Image: wanted.image,
    Env: wanted.env,
    // Incus runs no health checks either.
    Healthcheck: { Test: ["NONE"] },
    ...(wanted.command === undefined ? {} : { Entrypoint: wanted.command, Cmd: [] }),
    HostConfig: {
      NetworkMode: wanted.network,
      CgroupParent: wanted.cgroupParent,
      ...(wanted.memoryBytes === undefined ? {} : { Memory: wanted.memoryBytes }),
      ...(wanted.cpus === undefined ? {} : { NanoCpus: Math.round(wanted.cpus * 1e9) }),
      ...(wanted.processes === undefined ? {} : { PidsLimit: wanted.processes }),
      ...(wanted.sharedMemoryBytes === undefined ? {} : { ShmSize: wanted.sharedMemoryBytes }),
    },
  };
}

async function readAll(answer: IncomingMessage): Promise<string> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const chunk of answer) {
    text += String(chunk);
    if (text.length > MAX_ANSWER_BYTES) throw new Error("Docker's answer is too long to be one");
  }
  return text;
}

function wordsOf(text: string): string {
  try {
    return errorAnswer.parse(JSON.parse(text)).message;
  } catch {
    return text.slice(0, 200);
  }
}
