// Carries out the task of one application in a browser of its own, and verifies it afterwards.
import { connect } from "../../../host/src/client/client.ts";
import type { OwnDaemon } from "../../own-daemon.ts";
import { AppAgent, type Call } from "./agent.ts";
import type { Application } from "./application.ts";
import type { Run } from "./figures.ts";
import { serve } from "./serve.ts";

const LONG_MS = 120_000;

export async function runApplication(
  daemon: OwnDaemon,
  application: Application,
  installation: string,
  onCall: (call: Call) => void,
  signal: AbortSignal,
): Promise<Run> {
  const served = await serve(application, installation, signal);
  const { place, url } = served;
  try {
    const client = await connect({ home: daemon.home, name: "bench-apps", signal });
    const { browserId } = await client.call(
      "browser.launch",
      { headless: true },
      { timeoutMs: LONG_MS },
    );
    try {
      const session = await client.open({ url: "about:blank", browserId });
      const agent = new AppAgent(session, onCall);
      const failure = await reasonOf(async () => {
        await application.carryOut(agent, url);
        await application.verify(place, url);
      });
      signal.throwIfAborted();
      const { name } = application;
      return {
        application: name,
        calls: agent.calls,
        ...(failure === undefined ? {} : { failure }),
      };
    } finally {
      await client.call("browser.close", { browserId }, { timeoutMs: LONG_MS });
      client.close();
    }
  } finally {
    await served.close();
  }
}

async function reasonOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
