// Makes the restricted project that all of WebServ's images and sandboxes are in.
import * as z from "zod/mini";

import { project as projectSchema } from "../../../host/src/sandbox/incus/client/projects.ts";
import type { Project } from "../../../host/src/sandbox/incus/client/projects.ts";
import { incusApi } from "./api.ts";
import { diskLimitsOf } from "./pool.ts";
import type { Step, Target } from "./step.ts";

type Config = Record<string, string>;

const profilePath = "/1.0/profiles/default";
const profileSchema = z.object({
  description: z.string(),
  config: z.record(z.string(), z.string()),
  devices: z.record(z.string(), z.record(z.string(), z.string())),
});

export const project: Step = {
  name: "project",
  scope: "set",

  async lacking(target) {
    const { names } = target;
    const found = await findProject(names.project);
    if (found === undefined) return `there is no project ${names.project}`;
    const wanted = await wantedConfig(target);
    const different = Object.entries(wanted).filter(([key, value]) => found.config[key] !== value);
    if (different.length > 0) {
      return `the project ${names.project} has other values of ${different.map(([key]) => key).join(", ")}`;
    }
    const { devices } = await incusApi(names.project).get(profileSchema, profilePath);
    return devices["root"] === undefined
      ? `the default profile of ${names.project} has no root disk`
      : undefined;
  },

  async do(target) {
    const { names, notes, say } = target;
    const found = await findProject(names.project);
    const wanted = await wantedConfig(target);
    if (found === undefined) {
      say(`making the project ${names.project}`);
      await notes.add("made", names.project);
      const description = "Sandboxes of WebServ";
      await incusApi().post("/1.0/projects", { name: names.project, description, config: wanted });
    } else {
      // The whole of it: what a request leaves out is taken away.
      await incusApi().put(projectPath(names.project), {
        description: found.description,
        config: { ...found.config, ...wanted },
      });
    }
    const profile = await incusApi(names.project).get(profileSchema, profilePath);
    const root = { type: "disk", path: "/", pool: names.pool };
    await incusApi(names.project).put(profilePath, {
      ...profile,
      devices: { ...profile.devices, root },
    });
  },

  async undo({ names, notes, say }) {
    if (notes.get("made").length === 0) return;
    say(`deleting the project ${names.project} and all that is in it`);
    await incusApi().delete(projectPath(names.project), { force: true });
  },
};

/**
 * A certificate limited to the project must not be a way to the machine: no privileged containers,
 * no id maps of one's own, no folder or device of the machine, no other network.
 */
async function wantedConfig({ names }: Target): Promise<Config> {
  return {
    "features.images": "true",
    "features.profiles": "true",
    "features.storage.volumes": "true",
    "features.storage.buckets": "true",
    "features.networks": "false",
    restricted: "true",
    "restricted.containers.privilege": "isolated",
    "restricted.containers.lowlevel": "block",
    "restricted.containers.nesting": "block",
    "restricted.devices.disk": "managed",
    "restricted.devices.nic": "managed",
    "restricted.networks.access": names.network,
    "restricted.snapshots": "allow",
    "restricted.virtual-machines.lowlevel": "block",
    "user.webserv.disk-limits": await diskLimitsOf(names.pool),
  };
}

async function findProject(name: string): Promise<Project | undefined> {
  return await incusApi().find(projectSchema, projectPath(name));
}

function projectPath(name: string): string {
  return `/1.0/projects/${name}`;
}
