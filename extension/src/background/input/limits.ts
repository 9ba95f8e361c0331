// Holds the one table of what each kind of input can do, and of what only one of them can.
import type { InputMode } from "@webserv/shared/model/step.ts";

interface Ability {
  /** The words for the table in docs/acting.md. */
  readonly words: string;
  /** The words of the error if an action needs what this kind of input can't do. */
  readonly refusal?: { readonly where?: string; readonly why: string; readonly next: string };
}

interface Limit extends Readonly<Record<InputMode, Ability>> {
  readonly what: string;
}

const TRUSTED_INSTEAD = "Open a session with trusted input.";

export const limits = {
  origin: {
    what: "`isTrusted`",
    trusted: { words: "true" },
    synthetic: { words: "false: a page can tell, and may ignore it" },
  },
  activation: {
    what: "user activation",
    trusted: { words: "as from a person" },
    synthetic: {
      words: "none: popups, file choosers, the clipboard and full screen stay shut",
    },
  },
  pointer: {
    what: "`click`, `hover`",
    trusted: { words: "move the real pointer" },
    synthetic: {
      words:
        "send its events; `:hover` and `:active` match nothing, no menu of the browser, a middle click opens no tab",
    },
  },
  keys: {
    what: "`press`",
    trusted: { words: "any key" },
    synthetic: {
      words:
        "Enter, space, Tab, Backspace, Delete, Escape and letters as far as a script can follow them; no shortcuts of the browser",
    },
  },
  text: {
    what: "`type`",
    trusted: {
      words: "keys, compositions; code goes into editors that complete it by a script's paste",
    },
    synthetic: {
      words:
        "keys for short text in plain fields; else one key, then insertion with its input events unless the page takes it",
    },
  },
  menu: {
    what: "`select` on a select",
    trusted: { words: "by the keys of its menu, as far as they reach; else by its setter" },
    synthetic: { words: "by its setter" },
  },
  list: {
    what: "`select` on a page's list",
    trusted: { words: "opened, searched, picked" },
    synthetic: {
      words: "the same, unless the page asks for real input",
      refusal: { why: "it may ask for real input", next: TRUSTED_INSTEAD },
    },
  },
  drag: {
    what: "`drag`",
    trusted: {
      words: "the browser's own, into any frame; a pointer's moves within the frames of one site",
      refusal: {
        where: "a frame of another site",
        why: "which the browser does not drag by itself: its page would not hear of the pointer there",
        next: "Drag it to something in its own frame.",
      },
    },
    synthetic: {
      words: "events along the way; no pointer capture, not from one frame into another",
      refusal: {
        where: "another frame",
        why: "and synthetic input does not drag from one into another",
        next: TRUSTED_INSTEAD,
      },
    },
  },
  upload: {
    what: "`upload`",
    trusted: {
      words: "by the caught chooser, not in frames of another site; or dropped",
      refusal: {
        why: "it stands in a frame of another site, whose choosers can't be caught",
        next: "Go to the frame's own address, if that works by itself.",
      },
    },
    synthetic: {
      words: "at most 10 MiB in all, into fields for files, or dropped by events",
      refusal: {
        why: "synthetic input can give files only to a field for files, its label, or a place to drop them",
        next: "Name such a field, or open a session with trusted input.",
      },
    },
  },
  dialogs: {
    what: "dialogs",
    trusted: { words: "told and answered" },
    synthetic: {
      words: "neither seen nor answered: the person has to",
      refusal: {
        why: "then dialogs can be neither seen nor answered",
        next: "Ask the person to answer it, or open a session with trusted input.",
      },
    },
  },
  downloads: {
    what: "downloads",
    trusted: { words: "all" },
    synthetic: { words: "not those of `blob:` addresses and `<a download>`" },
  },
  background: {
    what: "tabs in the background",
    trusted: { words: "behave as in front" },
    synthetic: { words: "draw nothing, have no focus, and their timers are slowed" },
  },
  pictures: {
    what: "pictures",
    trusted: { words: "whole pages, any tab" },
    synthetic: { words: "what is in view of the tab in front" },
  },
} as const satisfies Readonly<Record<string, Limit>>;

/** Returns the rows of the table, as a document shows it. */
export function limitRows(): (readonly [what: string, trusted: string, synthetic: string])[] {
  const rows: readonly Limit[] = Object.values(limits);
  return rows.map(({ what, trusted, synthetic }) => [what, trusted.words, synthetic.words]);
}
