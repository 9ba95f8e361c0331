// Copies a Python project of the benchmark into a run's folder, and asks it for what it holds.
import { cp } from "node:fs/promises";
import { join } from "node:path";

import type { Place, Server } from "./application.ts";

const projects = join(import.meta.dirname, "projects");
const ENV = { DJANGO_SETTINGS_MODULE: "settings" };

export async function copyProject(name: string, { folder }: Place): Promise<void> {
  await cp(join(projects, name), folder, { recursive: true });
}

/** Makes the database of a Django project, fills it, and returns how it is served. */
export async function prepareDjango(
  name: string,
  place: Place,
  { migrations, readyPath }: { readonly migrations: readonly string[]; readonly readyPath: string },
): Promise<Server> {
  await copyProject(name, place);
  if (migrations.length > 0) await django(place, ["makemigrations", ...migrations]);
  await django(place, ["migrate", "--verbosity=0"]);
  await askProject(place, "fill.py");
  return {
    program: place.installed("bin/python"),
    args: ["-m", "django", "runserver", "--noreload", `127.0.0.1:${place.port}`],
    env: ENV,
    readyPath,
  };
}

/** Runs a script of the project. Resolves with what it prints. */
export async function askProject(place: Place, script: string): Promise<string> {
  return await place.run("bin/python", [join(place.folder, script)], ENV);
}

async function django(place: Place, args: readonly string[]): Promise<void> {
  await place.run("bin/python", ["-m", "django", ...args], ENV);
}
