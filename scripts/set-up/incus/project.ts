// Makes the project that all of WebServ's images and sandboxes are in.
import * as z from "zod/mini";

import { project as projectSchema } from "../../../host/src/sandbox/incus/client/projects.ts";
import type { Project } from "../../../host/src/sandbox/incus/client/projects.ts";
import { serverInfo } from "../../../host/src/sandbox/incus/client/server.ts";
import { differingKeys } from "../../../host/src/sandbox/incus/set-up/network-config.ts";
import {
  isReachable,
  projectConfig,
} from "../../../host/src/sandbox/incus/set-up/project-config.ts";
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
    const different = differingKeys(wanted, found.config);
    if (different.length > 0) {
      return `the project ${names.project} has other values of ${different.join(", ")}`;
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
      // The whole configuration is sent: what a request leaves out is removed.
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

async function wantedConfig({ names }: Target): Promise<Config> {
  return {
    ...projectConfig(names, isReachable((await incusApi().get(serverInfo, "/1.0")).config)),
    "user.webserv.disk-limits": await diskLimitsOf(names.pool),
  };
}

async function findProject(name: string): Promise<Project | undefined> {
  return await incusApi().find(projectSchema, projectPath(name));
}

function projectPath(name: string): string {
  return `/1.0/projects/${name}`;
}
