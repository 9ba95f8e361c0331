// Names the things that are WebServ's own in Incus.

/** The name of everything the set-up makes, if no other is chosen. */
export const defaultSet = "webserv";

export interface IncusNames {
  readonly project: string;
  /** Storage pool. */
  readonly pool: string;
  /** Bridge; an interface's name, so at most 15 characters. */
  readonly network: string;
}

/** The names of one set of project, pool and network, such as `webserv`. */
export function incusNames(set: string = defaultSet): IncusNames {
  return { project: set, pool: set, network: `${set}0` };
}

/** The command that a person runs to have these names set up. */
export function setUpCommand({ project }: Pick<IncusNames, "project">): string {
  return `sudo scripts/setup-incus${project === defaultSet ? "" : ` --name ${project}`}`;
}
