// Follows the cause through message channels: from each `postMessage` to its message at the other port.
import type { Causes } from "../cause/causes.ts";
import { MessageExchange } from "../cause/message-exchange.ts";
import { ownValue } from "../cause/page-values.ts";
import type { Listening } from "../listeners/listening.ts";
import { hear } from "../listeners/listening.ts";
import type { Behaviour, Hooks } from "../platform/hooks.ts";
import { isInstance, natives, PrivateMap } from "../platform/natives.ts";

/** The most entries of a message's transfer list that are looked at. */
const MAX_TRANSFERRED = 50;

export function hookMessagePorts(hooks: Hooks, listening: Listening, causes: Causes): void {
  const ends = new PrivateMap<PortEnd>();
  const uncaused = new UncausedMessages(causes);
  hooks.aroundNew(window, "MessageChannel", (construction) => {
    const channel = construction.run();
    const first = endAt(channel, "port1");
    const second = endAt(channel, "port2");
    if (first !== undefined && second !== undefined) {
      first.other = second;
      second.other = first;
    }
    return channel;
  });
  /** Holds one port. The other end of a port that came in a message is out of reach. */
  const endOf = (port: object): PortEnd => {
    const known = ends.get(port);
    if (known !== undefined) return known;
    const end = new PortEnd(causes, uncaused);
    ends.set(port, end);
    hear(port, ["message", "messageerror"], () => end.receive());
    return end;
  };
  const endAt = (channel: object, name: string): PortEnd | undefined => {
    const port: unknown = natives.get(channel, name);
    return typeof port === "object" && port !== null ? endOf(port) : undefined;
  };
  const transfer = transferring((port) => ends.get(port)?.close());
  const { prototype } = MessagePort;
  listening.on("message", [prototype], (target) => {
    if (isInstance(natives.MessagePort, target)) endOf(target);
  });
  hooks.around(prototype, "onmessage", "set", (native, self, args) => {
    const result = natives.apply(native, self, args);
    if (isInstance(natives.MessagePort, self)) endOf(self).isStarted = true;
    return result;
  });
  hooks.around(prototype, "start", "value", (native, self, args) => {
    if (isInstance(natives.MessagePort, self)) endOf(self).isStarted = true;
    return natives.apply(native, self, args);
  });
  hooks.around(prototype, "postMessage", "value", (native, self, args) => {
    const result = transfer(native, self, args);
    // A message without contents is but a call to go on.
    const isSignal = (args.length > 0 ? args[0] : undefined) == null;
    if (isInstance(natives.MessagePort, self)) endOf(self).post(isSignal);
    return result;
  });
  hooks.around(prototype, "close", "value", (native, self, args) => {
    if (isInstance(natives.MessagePort, self)) endOf(self).close();
    return natives.apply(native, self, args);
  });
  hooks.around(Worker.prototype, "postMessage", "value", transfer);
  hooks.around(window, "structuredClone", "value", transfer);
}

interface PostedMessage {
  /** The message's number among all that were posted to the port. */
  readonly number: number;
  /** The work that ends with the message; 0 if no action has led to it. */
  work: number;
  hasCome: boolean;
  next: PostedMessage | undefined;
  /** The last message before it that was posted without a cause either, at whichever port. */
  before: PostedMessage | undefined;
}

/**
 * Lists the messages on their way that no action has led to. A library that renders in batches posts one message for
 * all that is to be rendered by then (React's scheduler). The action's code that runs meanwhile may add to such a
 * batch without posting anything.
 */
class UncausedMessages {
  #latest: PostedMessage | undefined;

  constructor(causes: Causes) {
    causes.onCausedRun((cause) => {
      const latest = this.#latest;
      this.#latest = undefined;
      for (let at = latest; at !== undefined; at = at.before) {
        if (!at.hasCome) at.work = causes.begin({ kind: "message" }, cause);
      }
    });
    causes.onRest(() => {
      this.#latest = undefined;
    });
  }

  add(posted: PostedMessage): void {
    const latest = this.#latest;
    // Messages that have come since leave the list.
    if (latest !== undefined) latest.before = underWay(latest.before);
    posted.before = underWay(latest);
    this.#latest = posted;
  }
}

function underWay(posted: PostedMessage | undefined): PostedMessage | undefined {
  let at = posted;
  while (at?.hasCome === true) at = at.before;
  return at;
}

class PortEnd {
  readonly #causes: Causes;
  readonly #uncaused: UncausedMessages;
  readonly #far: MessageExchange;
  /** The other port, while both belong to this window. */
  other: PortEnd | undefined;
  isStarted = false;
  /** Counts messages, which come in the order in which they were posted. While nobody waits they are only counted. */
  #postedCount = 0;
  #receivedCount = 0;
  #first: PostedMessage | undefined;
  #last: PostedMessage | undefined;

  constructor(causes: Causes, uncaused: UncausedMessages) {
    this.#causes = causes;
    this.#uncaused = uncaused;
    this.#far = new MessageExchange(causes, { kind: "worker", callSite: undefined });
  }

  post(isSignal: boolean): void {
    const { other } = this;
    if (other?.isStarted === true || (other !== undefined && isSignal)) {
      // A signal to a port that is not open yet asks nobody for an answer.
      other.#push(other.isStarted ? this.#causes.beginCaused({ kind: "message" }) : 0, isSignal);
      return;
    }
    // The other port may have been handed to another peer, out of our sight: answers come from there.
    const work = this.#far.send();
    if (other !== undefined) other.#push(work, isSignal);
  }

  receive(): void {
    const isElsewhere = this.#receivedCount >= this.#postedCount;
    if (this.other === undefined || isElsewhere) {
      // More messages have come than were posted here, so the other port has been handed to a window out of our
      // sight.
      this.#far.receive();
      return;
    }
    this.#receivedCount++;
    const posted = this.#first;
    if (posted?.number !== this.#receivedCount) {
      this.#causes.run(0);
      return;
    }
    this.#first = posted.next;
    if (posted.next === undefined) this.#last = undefined;
    posted.hasCome = true;
    this.#causes.run(this.#causes.isCurrent(posted.work) ? posted.work : 0);
  }

  /** Notes that the port is closed, or handed to another peer: its messages come here no more. */
  close(): void {
    for (let at = this.#first; at !== undefined; at = at.next) this.#causes.note("end", at.work);
    this.#first = undefined;
    this.#last = undefined;
    if (this.other !== undefined) this.other.other = undefined;
    this.other = undefined;
  }

  #push(work: number, isSignal: boolean): void {
    this.#postedCount++;
    if (work === 0 && !(isSignal && this.#causes.isActive)) return;
    const posted: PostedMessage = {
      number: this.#postedCount,
      work,
      hasCome: false,
      next: undefined,
      before: undefined,
    };
    if (work === 0) this.#uncaused.add(posted);
    if (this.#last === undefined) this.#first = posted;
    else this.#last.next = posted;
    this.#last = posted;
  }
}

/**
 * Does what the page asked for, then goes through the ports that this has handed over, as far as they stand in plain
 * lists.
 */
function transferring(each: (port: object) => void): Behaviour {
  return (native, self, args) => {
    const options = args.length > 1 ? args[1] : undefined;
    const result = natives.apply(native, self, args);
    if (options === undefined) return result;
    eachOf(options, each);
    eachOf(ownValue(options, "transfer"), each);
    return result;
  };
}

function eachOf(list: unknown, each: (port: object) => void): void {
  const length = ownValue(list, "length");
  if (typeof length !== "number") return;
  for (let index = 0; index < length && index < MAX_TRANSFERRED; index++) {
    const entry = ownValue(list, `${index}`);
    if (isInstance(natives.MessagePort, entry)) each(entry);
  }
}
