// Runs a display without a screen: an X server with a window manager, and the keyboard and mouse of a person.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { hasDisplayPrograms } from "../../../scripts/set-up/display.ts";
import { until } from "../daemon/daemon.ts";

const run = promisify(execFile);
/** The time between two keys of somebody who types fast, in ms. */
const KEY_MS = "25";
const OPTIONS = [
  "-displayfd",
  "1",
  "-screen",
  "0",
  "1400x1000x24",
  "-nolisten",
  "tcp",
  // Without this flag it begins anew when its last client goes, and refuses those that come meanwhile.
  "-noreset",
  // A key never repeats: on a busy machine it is released late, and would be typed several times.
  "-r",
];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** The number of letters that are typed at a time: one more may be on its way when the typing is to end. */
const AT_ONCE = 13;

/** The options of tests that open windows: they are skipped, with the reason, if there is no display here. */
export const withDisplay: { readonly skip?: boolean; readonly meta?: { skipReason: string } } =
  hasDisplayPrograms()
    ? {}
    : {
        skip: true,
        meta: { skipReason: "needs Xvfb, openbox and xdotool, which are not installed" },
      };

export class VirtualDisplay {
  /** The name, as in the environment variable DISPLAY. */
  readonly name: string;
  readonly #children: readonly ChildProcess[];

  private constructor(name: string, children: readonly ChildProcess[]) {
    this.name = name;
    this.#children = children;
  }

  static async start(): Promise<VirtualDisplay> {
    const server = spawn("Xvfb", OPTIONS, { stdio: ["ignore", "pipe", "ignore"] });
    const name = `:${await firstLine(server)}`;
    const env = { ...process.env, DISPLAY: name };
    const manager = spawn("openbox", ["--config-file", "/dev/null"], { env, stdio: "ignore" });
    const display = new VirtualDisplay(name, [manager, server]);
    try {
      await until(async () => {
        if (manager.exitCode !== null) throw new Error(`openbox ended with ${manager.exitCode}`);
        return await display.#isManaged();
      }, "the window manager runs");
      return display;
    } catch (error) {
      await display.close();
      throw error;
    }
  }

  /** Tells whether the window manager runs: only a window manager knows of desktops. */
  #isManaged(): Promise<boolean> {
    return this.xdotool("get_desktop").then(
      () => true,
      () => false,
    );
  }

  /** Runs xdotool, whose keys and clicks reach the browser as those of a keyboard and a mouse do. */
  async xdotool(...args: readonly string[]): Promise<string> {
    const { stdout } = await run("xdotool", args, { env: { ...process.env, DISPLAY: this.name } });
    return stdout.trim();
  }

  /**
   * Presses a key as often as needed, as a person does: the browser drops one that is pressed while it changes tabs.
   */
  async pressUntil(key: string, isDone: () => Promise<boolean>): Promise<void> {
    await until(async () => {
      await this.xdotool("key", key);
      return await isDone();
    }, `${key} has done it`);
  }

  async click(x: number, y: number): Promise<void> {
    await this.xdotool("mousemove", String(x), String(y), "click", "1");
  }

  /** Resolves with the title of the window with the focus; empty if none has it. */
  async focusedWindow(): Promise<string> {
    return await this.xdotool("getactivewindow", "getwindowname").catch(() => "");
  }

  /** Types all the time like a person, wherever the keys go. */
  keepTyping(): Typing {
    return new Typing(this);
  }

  async close(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }
  }
}

export class Typing {
  #isOver = false;
  #typed = "";
  readonly #done: Promise<void>;

  constructor(display: VirtualDisplay) {
    this.#done = this.#type(display);
    // The error is reported at the end, or not at all if the test has failed and the display is gone.
    this.#done.catch(() => {});
  }

  /** Resolves with all that was typed, once the last key is pressed. */
  async end(): Promise<string> {
    this.#isOver = true;
    await this.#done;
    return this.#typed;
  }

  async #type(display: VirtualDisplay): Promise<void> {
    for (let at = 0; !this.#isOver; at = (at + AT_ONCE) % LETTERS.length) {
      const letters = LETTERS.slice(at, at + AT_ONCE);
      await display.xdotool("type", "--delay", KEY_MS, letters);
      this.#typed += letters;
    }
  }
}

async function firstLine(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("Xvfb was started without its output");
  // The output stays open, so that later messages of the server have a reader.
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    return String(chunk).trim();
  }
  throw new Error(`Xvfb ended with code ${server.exitCode ?? "unknown"}`);
}
