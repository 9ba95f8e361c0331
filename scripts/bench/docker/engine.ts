// Runs Docker as the benchmark's other engine: the same archive, limits, environment and page.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { waitUntilReady } from "../../../host/src/sandbox/readiness.ts";
import type { BenchSite, Engine, Running } from "../sandbox/engine.ts";
import { pageOf, portInside } from "../sandbox/page.ts";
import type { ContainerRequest } from "./api.ts";
import { network, type OwnDocker, place } from "./daemon.ts";

const run = promisify(execFile);
const MIB = 1024 * 1024;

export function dockerEngine({ api, version, dataRoot }: OwnDocker): Engine {
  const images = new Map<string, string>();
  return {
    name: "Docker",
    version,
    // Each container has a shim, which is in no group of its own.
    processes: {
      group: new RegExp(`^${place.cgroupParent}/[0-9a-f]{64}`),
      command: new RegExp(`containerd-shim.* -address ${place.folder}/`),
    },
    async prepare(site, signal) {
      images.set(site.key, await api.load(site.archive, signal));
    },
    async launch(site, signal): Promise<Running> {
      const image = images.get(site.key);
      if (image === undefined) throw new Error(`Docker has not loaded the image of ${site.key}`);
      const container = await api.run(containerRequest(site, image), signal);
      try {
        const page = pageOf(site, `http://${container.address}:${portInside(site)}`);
        const shortcoming = await waitUntilReady(page, signal);
        if (shortcoming !== undefined) {
          throw new Error(`${site.label} never showed its page under Docker: ${shortcoming}`);
        }
        return { page, delete: () => api.remove(container.id) };
      } catch (error) {
        await api.remove(container.id);
        throw error;
      }
    },
    async diskBytes(signal) {
      // This counts blocks, not lengths, on this file system alone, so that a container's merged view is not counted
      // again.
      const options = { signal };
      const { stdout } = await run("du", ["-s", "-x", "-B1", dataRoot], options);
      return Number(stdout.split("\t")[0]);
    },
  };
}

function containerRequest({ source: { site } }: BenchSite, image: string): ContainerRequest {
  const { memoryMiB, cpus, processes } = site.limits;
  const shared = site.image?.sharedMemoryMiB;
  return {
    image,
    env: Object.entries(site.image?.env ?? {}).map(([name, value]) => `${name}=${value}`),
    ...(site.image?.command === undefined ? {} : { command: site.image.command }),
    network,
    cgroupParent: place.cgroupParent,
    ...(memoryMiB === undefined ? {} : { memoryBytes: memoryMiB * MIB }),
    ...(cpus === undefined ? {} : { cpus }),
    ...(processes === undefined ? {} : { processes }),
    ...(shared === undefined ? {} : { sharedMemoryBytes: shared * MIB }),
  };
}
