// Gives each clone an address of its own, from which its name and MAC follow.
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** Addresses are taken in turn, so that each rests as long as possible before it is used again. */
const WINDOW = 1000;
const PER_BLOCK = 254;
/** The number is several times that of a bridge's ports. The firewall of the set-up knows each address. */
const MAX_WINDOW = 16 * PER_BLOCK;

/**
 * Plans the addresses of one bridge. Another daemon on the same bridge has a plan of its own. The two don't collide,
 * since an instance's name follows from its address and Incus gives a name only once.
 */
export class AddressPlan {
  readonly #prefix: string;
  readonly #taken = new Set<string>();
  #last = -1;
  #window = WINDOW;

  /** `bridge` is the bridge's own address, such as 10.87.0.1/16. */
  constructor(bridge: string) {
    const parts = /^(\d+\.\d+)\.0\.1\/16$/.exec(bridge);
    if (parts?.[1] === undefined) {
      throw new WebservError(
        "backend-unavailable",
        `the bridge's address is ${bridge}, expected one like 10.87.0.1/16`,
        { next: "Run sudo scripts/setup-incus." },
      );
    }
    this.#prefix = parts[1];
  }

  /** @throws WebservError `limit-reached` if all are in use. */
  take(): string {
    // More than half of the window in use: addresses would come back too soon.
    while (this.#taken.size * 2 > this.#window && this.#window < MAX_WINDOW) {
      this.#window = Math.min(this.#window * 2, MAX_WINDOW);
    }
    for (let step = 1; step <= this.#window; step += 1) {
      const slot = (this.#last + step) % this.#window;
      const address = addressAt(this.#prefix, slot);
      if (this.#taken.has(address)) continue;
      this.#last = slot;
      this.#taken.add(address);
      return address;
    }
    throw new WebservError(
      "limit-reached",
      `all ${this.#window} addresses for sandboxes are in use`,
      {
        next: "Delete sandboxes that are no longer needed; `webserv sandbox list` lists them.",
      },
    );
  }

  /** Marks an address as in use. */
  claim(address: string): void {
    this.#taken.add(address);
  }

  giveBack(address: string): void {
    this.#taken.delete(address);
  }
}

/** Lists every address a clone may get; `prefix` is that of the bridge, such as `10.87`. */
export function cloneAddresses(prefix: string): readonly string[] {
  return Array.from({ length: MAX_WINDOW }, (_, slot) => addressAt(prefix, slot));
}

function addressAt(prefix: string, slot: number): string {
  return `${prefix}.${1 + Math.floor(slot / PER_BLOCK)}.${1 + (slot % PER_BLOCK)}`;
}

/** Returns the name of the clone that has this address. */
export function instanceOf(address: string): string {
  return `clone-${address.replaceAll(".", "-")}`;
}

/** Returns the address of the clone with this name; undefined if the name is no clone's. */
export function addressOf(instance: string): string | undefined {
  return /^clone-(\d+)-(\d+)-(\d+)-(\d+)$/.exec(instance)?.slice(1).join(".");
}

/** Returns always the same MAC for an address, so that no cache of neighbours holds a wrong one. */
export function macOf(address: string): string {
  return ["02", "57", ...bytesOf(address)].join(":");
}

/**
 * Returns the bridge's port of the clone that has this address. By its name the firewall knows which address and MAC
 * may come from it: Incus's own filter acts only after the bridge has learnt a forged MAC.
 */
export function portOf(address: string): string {
  return `${portPrefix(address)}${bytesOf(address).slice(2).join("")}`;
}

/** Returns the beginning of the names of all ports of a bridge. */
export function portPrefix(address: string): string {
  return `ws${bytesOf(address).slice(0, 2).join("")}`;
}

function bytesOf(address: string): readonly string[] {
  return address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
}
