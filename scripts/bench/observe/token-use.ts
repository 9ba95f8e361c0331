// Tells what the tokens of an observation are used for: ids, addresses, other attributes, tags, text.
import { tokensOf } from "./tokens.ts";

export interface TokenUse {
  readonly total: number;
  /**
   * The tokens that leaving out each kind would save. Their sum is less than the total, since neighbours share
   * tokens.
   */
  readonly ids: number;
  readonly addresses: number;
  readonly otherAttributes: number;
  readonly tags: number;
  readonly text: number;
}

const TAG = /<[^>]*>/g;
const ATTRIBUTE = /\s+([\w-]+)(?:="[^"]*")?/g;

export function tokenUse(html: string): TokenUse {
  const total = tokensOf(html);
  const without = (drop: (name: string) => boolean): number =>
    total -
    tokensOf(
      html.replace(TAG, (tag) =>
        tag.replace(ATTRIBUTE, (attribute, name: string) => (drop(name) ? "" : attribute)),
      ),
    );
  const isId = (name: string): boolean => name === "id" || name === "data-semantic-id";
  const isAddress = (name: string): boolean => name === "href" || name === "src";
  const text = tokensOf(html.replace(TAG, " ").replace(/ +/g, " "));
  return {
    total,
    ids: without(isId),
    addresses: without(isAddress),
    otherAttributes: without((name) => !isId(name) && !isAddress(name)),
    tags: tokensOf((html.match(TAG) ?? []).map((tag) => tag.replace(ATTRIBUTE, "")).join("")),
    text,
  };
}
