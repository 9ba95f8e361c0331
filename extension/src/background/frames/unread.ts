// Describes frames whose content is not told: why, and how many tokens it takes to say so.
import { estimateTokens } from "@webserv/shared/model/token-estimate.ts";

export interface Unread {
  /** Says why, in words that need no escaping in an attribute. */
  readonly unread: string;
  /** The frame can be read by itself: only room was wanting. */
  readonly isExpandable?: boolean;
}

export const NO_ROOM: Unread = {
  unread: "no room is left for it: expand it",
  isExpandable: true,
};

/** Gives the mark that is written into the start tag of its iframe. */
export function unreadMark({ unread }: Unread): string {
  return ` unread="${unread}"`;
}

export function markTokens(frame: Unread): number {
  return estimateTokens(unreadMark(frame));
}
