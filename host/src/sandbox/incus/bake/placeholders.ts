// Puts the site's own address in place of `{url}` in the texts of a step.
import type { BakeStep } from "@webserv/shared/model/site.ts";

export function fillUrl(step: BakeStep, url: string): BakeStep {
  // A function, since `$` in a replacement text would have a meaning.
  const fill = (text: string): string => text.replaceAll("{url}", () => url);
  const fillAll = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  switch (step.kind) {
    case "run":
      return { ...step, command: step.command.map(fill), env: fillAll(step.env) };
    case "wait":
      return { ...step, command: step.command.map(fill) };
    case "file":
      return { ...step, content: fill(step.content) };
    case "request":
      return {
        ...step,
        path: fill(step.path),
        headers: fillAll(step.headers),
        ...(step.body === undefined ? {} : { body: fill(step.body) }),
        ...(step.includes === undefined ? {} : { includes: fill(step.includes) }),
      };
  }
}
