// Holds every limit of settling in one table: its value, its reason, and the limits that it
// compounds with.
//
// A name ends with its unit: `_MS`, `_ROUNDS`, `_LINKS`. Other names count what they say.
//
// The rule by causes (causal.ts) compounds them so. A work holds the answer until the EARLIEST of:
//
//   its own time    by its kind: timer, request, reply, …
//   its loop's      × OPENING_LOOP if the action has opened the document
//   its chain's     UNCHANGED_CHAIN_MS, once UNCHANGED_LINKS causes have changed nothing
//
// Two things lift all three. While the page says or hints that it waits (waiting-signs.ts), a work
// holds on for TOLD or HINTED; only UNREAD_BODY_MS still ends a request. While answers say that
// they are not ready, what asks again holds on for UNREADY_MS. The budget of the wait stands over
// everything.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

// The document

/**
 * A person does not wait for what a parsed document still loads after this long. Compounds with
 * nothing: works are judged beside it.
 */
export const LOADING_MS = 5_000;
/**
 * By this number of frames after the input, the page shows what scripts rendered in their handlers.
 * Causal settling counts them since the action's last work.
 */
export const FRAMES_TO_RENDER = 2;
/** A document that leads on by itself after a longer delay is there to be read. */
export const LONGEST_REFRESH_MS = 2_000;
/** The browser takes so long to begin to leave. It is added to the delay of the refresh. */
export const REFRESH_BEGINS_MS = 500;

// A work's own time

/**
 * A longer timer, task or animation counts only if the page shows that it waits. Compounds with
 * `ANIMATION_MS`, for animations, and with the loop of a timer.
 */
export const LONG_TIMER_MS = 1_000;
/**
 * The same for a timer of a click that has changed nothing yet, not even a look. Takes the place of
 * `LONG_TIMER_MS`.
 */
export const SILENT_TIMER_MS = 2_500;
/** The most promises between the click and such a timer. */
export const SILENT_LINKS = 4;
/**
 * A request that takes longer, when the page has shown an answer and no sign of waiting, is a long
 * poll. Compounds with `FIRST_ANSWER_MS`, which takes its place before the answer.
 */
export const LONG_POLL_MS = 3_000;
/** The same if nothing has changed yet: a person would still wait for the first answer. */
export const FIRST_ANSWER_MS = 6_000;
/**
 * The same for a document that the action has opened, counted from its load: it shows what it is,
 * and may have begun to listen for news. Takes the place of `FIRST_ANSWER_MS` and `LONG_POLL_MS`.
 */
export const OPENED_ANSWER_MS = 1_000;
/**
 * A body that nobody has begun to read this long after its headers is not wanted. Compounds with
 * nothing: it ends a request even if the page shows that it waits.
 */
export const UNREAD_BODY_MS = 60;
/**
 * The same for the paper's rule, which knows no causes: a page that looks only at the status would
 * never rest.
 */
export const NETWORK_UNREAD_BODY_MS = 150;
/**
 * A reply, from a worker or a server, that comes later is none, unless the page shows that it
 * waits. It also bounds `NEXT_GAPS`, and navigations that a work has led to.
 */
export const REPLY_MS = 1_000;
/**
 * So many times the gap between two pieces of an answer is waited for the next one. Compounds with
 * `NEXT_MS`, below which it does not fall, and `REPLY_MS`, above which it does not rise.
 */
export const NEXT_GAPS = 2;
/** The least time that the next piece is waited for. */
export const NEXT_MS = 200;
/** By then a piece is on the page. If it is not, `NEXT_GAPS` does not apply. */
export const NEXT_SHOWN_MS = 50;
/**
 * A shorter gap is that of a peer which can only just be heard: what it says next belongs to nothing
 * that it was asked.
 */
export const OPENED_GAP_MS = 1;
/**
 * A request's own answer has shown something, but says that it is not ready: so long, and not
 * `REPLY_MS`, is waited for what the server may tell of it by another way. An answer that is ready
 * is followed by `NEXT_MS`.
 */
export const PUSH_SHOWN_MS = 400;
/** The most links from a request back to the news that have led to it. */
export const PUSH_LINKS = 6;
/** An image that takes longer is not waited for. */
export const IMAGE_MS = 3_000;
/**
 * By then a document that is about to be replaced is, or those who wait outside know that it will
 * be. If a work has led to the navigation, `REPLY_MS` takes its place.
 */
export const NAVIGATION_MS = 500;
/**
 * The browser tells of a new tab so long after it was asked for, at most. Compounds with
 * `NAVIGATION_MS`.
 */
export const TOLD_OF_TAB_MS = 250;
/**
 * The code of a script that no element has asked for runs so long after the script has come, at the
 * latest: a busy browser compiles it first. If anything has happened for the action since the
 * script came, less `SCRIPT_HEARD_MS`, it has run.
 */
export const SCRIPT_RUNS_MS = 200;
/** The browser tells of a script's end so long after the page has got the script. */
export const SCRIPT_HEARD_MS = 10;
/**
 * It is added to the length of an animation, from when that began to run: one that has been stopped
 * half way has no end. The animation holds until a frame is drawn after this time.
 */
export const ANIMATION_MS = 250;

// Loops (loops.ts finds them)

/**
 * A loop that keeps changing the page, and adds nothing: a clock, an animation. `OPENING_LOOP`
 * shortens it.
 */
export const CHANGING_LOOP_MS = 1_000;
/**
 * A loop that adds to the page every now and then: a log, a feed. What is written letter by letter
 * has no such end: only rounds of `SLOW_ROUND_MS` or more fall under it.
 */
export const GROWING_LOOP_MS = 3_000;
/**
 * Rounds this far apart are no animation: a clock, a poll, a carousel. They end other loops at
 * once.
 */
export const SLOW_ROUND_MS = 250;
/**
 * A slow interval whose first round comes by then may ask for what the action is to bring, unless
 * the page has shown something and has asked nobody to do anything. Compounds with `UNREADY_MS`,
 * which holds for its later rounds.
 */
export const FIRST_ROUND_MS = 500;
/**
 * Rounds without a change to be seen are no answer to the action after this long, by kind.
 * `OPENING_LOOP` shortens it.
 */
export const UNCHANGED_LOOP_MS: Readonly<Partial<Record<BegunKind, number>>> = {
  timer: 1_000,
  interval: 1_000,
  "animation-frame": 1_000,
  "idle-callback": 500,
  task: 2_000,
  message: 2_000,
};
/** The part of a loop's time that holds for loops that a document begins as it is opened. */
export const OPENING_LOOP = 0.25;
/**
 * Requests of one address with pauses between them are a poll after so many rounds without a
 * change. Compounds with `PAUSE_MS`, which says what a pause is, and `MAX_RETRIES`.
 */
export const POLL_ROUNDS = 2;
/**
 * Requests that follow each other at once, each for another part of the answer, are a poll after so
 * many.
 */
export const ROW_ROUNDS = 8;
/** A request that fails is made again, at most so often: such a round says nothing about the next. */
export const MAX_RETRIES = 6;
/** A shorter timer is no pause. It turns `ROW_ROUNDS` into `POLL_ROUNDS`. */
export const PAUSE_MS = 50;
/** A loop grows if one of so many last rounds added to the page. */
export const RECENT_ROUNDS = 3;
/** So many rounds end any loop that does not grow: when a longer loop began is not known. */
export const ENDLESS_ROUNDS = 1_000;
/** The most links in which the rounds of a loop are looked for. */
export const MAX_LOOP_LINKS = 2_000;
/** The most links to the round before, for the question alone whether a work goes round. */
export const ROUND_LINKS = 64;
/** The most links from a work back to a loop that it follows. */
export const ENCLOSING_LOOP_LINKS = 8;

/**
 * Answers that say that they are not ready are waited for so long, since the first of them or since
 * the page last showed something. Compounds with `UNREADY_GAP_MS`.
 */
export const UNREADY_MS = 6_000;
/** A page that asks less often is not waited for. */
export const UNREADY_GAP_MS = 3_000;
/** The most links from a request back to the timer that has made it. */
export const ANSWER_LINKS = 6;

// Chains

/**
 * A chain of so many links without a change is none that a person waits for after
 * `UNCHANGED_CHAIN_MS`.
 */
export const UNCHANGED_LINKS = 24;
/** A chain of `UNCHANGED_LINKS` holds for so long since its first link without a change. */
export const UNCHANGED_CHAIN_MS = 2_000;
/**
 * So many links without a change come faster than anything that an answer is made of: they end it
 * at once.
 */
export const ENDLESS_LINKS = 500;
/** The most links from a change back to the reply that has led to it. */
export const REPLY_LINKS = 6;

// Signs that the page waits (signs/waiting-signs.ts has those of looking for them)

/** What a sign of waiting does to the other limits. Compounds with nothing: it takes their place. */
export interface Lift {
  /** A longer timer or animation does not end the wait that is shown. */
  readonly timerMs: number;
  /** A round that comes less often is none of what is waited for. */
  readonly roundMs: number;
  /** Replies, news and rounds hold for so long since the first of them began. */
  readonly holdMs: number;
  /** Requests hold for so long. */
  readonly requestMs: number;
}
/** The page says that it waits: by words, as a busy region, by what turns. */
export const TOLD: Lift = { timerMs: 6_000, roundMs: 3_000, holdMs: 6_000, requestMs: Infinity };
/** It only looks as if it waited: a region is empty, or something is named after loading. */
export const HINTED: Lift = { timerMs: 3_000, roundMs: 1_000, holdMs: 3_000, requestMs: 6_000 };
// The wait itself

/**
 * The longest time between two looks: `document.open()` takes every listener off the window, ours
 * for `load` too.
 */
export const LOOK_AGAIN_MS = 250;
/**
 * A page whose worker never says that the step is over is followed so long past the budget of its
 * wait.
 */
export const LINGER_MS = 5_000;
/** The same if nobody has begun to wait: longer than any input takes. */
export const UNASKED_MS = 60_000;
/**
 * Notes that nobody asks for are fetched this often all the same: the page script would keep them
 * all.
 */
export const FETCH_NOTES_MS = 1_000;

// Memory

/** The works that are kept, as later ones may be led to by them; and the requests. */
export const MAX_WORKS = 5_000;
/** The works in the list of those that have ended. */
export const MAX_ENDED = 200;
/** The longest address that is kept, in UTF-16 units. */
export const MAX_URL = 300;
/** A transfer and a request of one address that began within this time are the same. */
export const TRANSFER_MS = 1_000;
