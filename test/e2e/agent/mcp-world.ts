// Holds what tests of MCP clients share: the real daemon with a browser, a page that counts, and the clients.
import { Chain } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { McpClients } from "../../support/daemon/mcp-clients.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";

export class McpWorld {
  readonly chain: Chain;
  readonly site: CountingSite;
  readonly clients: McpClients;

  private constructor(chain: Chain, site: CountingSite) {
    this.chain = chain;
    this.site = site;
    this.clients = new McpClients(chain.paths);
  }

  static async open(): Promise<McpWorld> {
    const site = CountingSite.open();
    const chain = await Chain.open();
    await chain.launch("personal");
    return new McpWorld(chain, await site);
  }

  /** Resolves with the ids of the sessions that are open. */
  async sessions(): Promise<readonly string[]> {
    const { sessions } = await this.chain.agent.call("session.list", {});
    return sessions.map(({ sessionId }) => sessionId);
  }

  /** Ends all clients; their sessions must end with them. */
  async leave(): Promise<void> {
    this.site.release();
    await this.clients[Symbol.asyncDispose]();
    await until(
      async () => (await this.sessions()).length === 0,
      "the sessions end with their connections",
    );
  }

  async close(): Promise<void> {
    await this.chain.close();
    await this.site.close();
  }
}
