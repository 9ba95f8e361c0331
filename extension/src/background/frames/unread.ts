// Describes frames whose content is not shown: the reason, and the tokens of the mark that gives it.
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";

export interface Unread {
  /** The reason, in words that need no escaping in an attribute. */
  readonly unread: string;
  /** True if the frame can be read by itself, since only the room for it was missing. */
  readonly isExpandable?: boolean;
}

export const NO_ROOM: Unread = {
  unread: "no room is left for it: expand it",
  isExpandable: true,
};

/** Returns the mark that is written into the start tag of the frame's iframe. */
export function unreadMark({ unread }: Unread): string {
  return ` unread="${unread}"`;
}

export function markTokens(frame: Unread): number {
  return estimateTokens(unreadMark(frame));
}
