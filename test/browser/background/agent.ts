// An agent for tests: opens a session in the browser under test and acts in it, one step after the other.
import type { Asked } from "@webserv/shared/model/action.ts";
import type { DialogRule } from "@webserv/shared/model/page/dialog.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";
import type { SettleOptions } from "@webserv/shared/model/page/settle.ts";
import type { InputMode, StepOutcome } from "@webserv/shared/model/step.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import type { CallOptions } from "@webserv/shared/rpc/peer.ts";

import type { DaemonPeer } from "../../support/browser/daemon-peer.ts";
import { idOf } from "../../support/reading/observed.ts";
import { TooEarly, underDeadline } from "../../support/time/under-deadline.ts";

export { htmlOf, idOf } from "../../support/reading/observed.ts";

export interface OpenOptions {
  readonly input?: InputMode;
  readonly agent?: string;
  readonly dialogs?: DialogRule;
  /** How long a dialog waits for its answer. */
  readonly answerMs?: number;
  /** How long the session waits for its pages. */
  readonly settle?: SettleOptions;
}

/** Short, so that tests do not spend their time on the paper's idle window. */
const QUICK: SettleOptions = { idleMs: 100, budgetMs: 60_000 };

export class TestAgent {
  readonly sessionId: string;
  readonly opened: Result<"lease.open">;
  readonly #daemon: DaemonPeer;
  #steps = 0;

  private constructor(daemon: DaemonPeer, sessionId: string, opened: Result<"lease.open">) {
    this.#daemon = daemon;
    this.sessionId = sessionId;
    this.opened = opened;
  }

  static async open(
    daemon: DaemonPeer,
    url: string,
    { input = "trusted", agent = "tester", ...dialogs }: OpenOptions = {},
  ): Promise<TestAgent> {
    const sessionId = `s-${crypto.randomUUID()}`;
    const opened = await daemon.call("lease.open", { sessionId, agent, url, input, ...dialogs });
    return new TestAgent(daemon, sessionId, opened);
  }

  act(
    action: Asked,
    settle: SettleOptions = QUICK,
    options: CallOptions & { readonly actionId?: string } = {},
  ): Promise<StepOutcome> {
    const actionId = options.actionId ?? `a-${++this.#steps}`;
    return this.#daemon.call(
      "lease.act",
      {
        sessionId: this.sessionId,
        actionId,
        step: this.#steps,
        action,
        settle,
        observe: {},
      },
      options,
    );
  }

  /**
   * Acts under a budget, and under longer ones until the step has got as far as the scenario needs: a busy machine takes
   * its time.
   */
  async actFar(
    action: Asked,
    budgetMs: number,
    isFar: (step: StepOutcome) => boolean,
  ): Promise<StepOutcome> {
    return await underDeadline(budgetMs, async (longer) => {
      const step = await this.act(action, { budgetMs: longer });
      if (isFar(step)) return step;
      throw new TooEarly(
        `${action.type} was ${step.status} within ${longer} ms: ${step.error?.message ?? ""}`,
      );
    });
  }

  /** The id of an element of the first page. */
  id(name: string): string {
    return idOf(this.opened.observation, name);
  }

  observe(observe: ObserveOptions = {}): Promise<Observation> {
    return this.#daemon.call("lease.observe", { sessionId: this.sessionId, observe });
  }

  async close(): Promise<void> {
    await this.#daemon.call("lease.close", { sessionId: this.sessionId });
  }
}
