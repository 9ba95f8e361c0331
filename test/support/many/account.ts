// Compares the answers to agents' steps with what the pages' server saw: lost, doubled, or in another's page.
import type { Asked, NumberedAgent, Told } from "./numbered-agent.ts";
import type { NumberedSite } from "./numbered-site.ts";

export interface Account {
  readonly told: Readonly<Record<Told, number>>;
  /** The presses told as done, and not pressed. */
  readonly lost: readonly string[];
  /** The numbers pressed more often than once, whatever was told. */
  readonly doubled: readonly string[];
  /** The presses told as failed or refused, and pressed all the same. */
  readonly untrue: readonly string[];
  /** The presses that nobody asked for, and other agents' pages that were shown. */
  readonly crossTalk: readonly string[];
  /** The number of unknown ones that were pressed. */
  readonly unknownPressed: number;
}

type Agent = Pick<NumberedAgent, "name"> & {
  readonly asked: readonly Asked[];
  readonly strangers: readonly string[];
};
type Site = Pick<NumberedSite, "pressed" | "numbers">;

export function accountOf(agents: readonly Agent[], site: Site): Account {
  const steps = agents.flatMap(({ name, asked }) =>
    asked.map(({ number, told, code }) => ({
      told,
      pressed: site.pressed(name, number),
      words: `${name} ${number} ${told} ${code}`.trim(),
    })),
  );
  const named = (chosen: typeof steps): string[] => chosen.map(({ words }) => words);
  const as = (wanted: Told): typeof steps => steps.filter(({ told }) => told === wanted);
  const unknown = as("unknown");
  return {
    told: {
      done: as("done").length,
      failed: as("failed").length,
      unknown: unknown.length,
      refused: as("refused").length,
    },
    lost: named(as("done").filter(({ pressed }) => pressed === 0)),
    doubled: named(steps.filter(({ pressed }) => pressed > 1)),
    untrue: named([...as("failed"), ...as("refused")].filter(({ pressed }) => pressed > 0)),
    crossTalk: agents.flatMap((agent) => strange(agent, site)),
    unknownPressed: unknown.filter(({ pressed }) => pressed > 0).length,
  };
}

function strange({ name, asked, strangers }: Agent, site: Site): string[] {
  const numbers = new Set(asked.map(({ number }) => number));
  return [
    ...site
      .numbers(name)
      .filter((number) => !numbers.has(number))
      .map((number) => `${name} ${number} was not asked for`),
    ...strangers.map((title) => `${name} was shown "${title}"`),
  ];
}
