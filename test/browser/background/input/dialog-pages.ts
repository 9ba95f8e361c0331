// Holds pages that open dialogs.
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import type { OpenOptions } from "../agent.ts";
import { TestAgent } from "../agent.ts";

const buttons = `<button onclick="alert('Hello'); out.textContent = 'after alert'">Alert</button>
    <button onclick="out.textContent = 'sure: ' + confirm('Delete it?')">Confirm</button>
    <button onclick="out.textContent = 'name: ' + prompt('Who?', 'x')">Prompt</button>
    <button onclick="out.textContent = [confirm('1'), prompt('2'), confirm('3')].join()">Thrice</button>
    <button onclick="setTimeout(() => (out.textContent = 'later: ' + confirm('Later?')), 30)">Soon</button>
    <button onclick="setTimeout(() => (out.textContent = 'later: ' + confirm('Later?')), 4000)">Late</button>
    <button onclick="alert('1'); alert('2'); out.textContent = 'both'">Twice</button>
    <button onclick="for (const end = Date.now() + 4000; Date.now() < end; ) confirm('Stay?')">Insist</button>
    <button onclick="for (;;) confirm('Stay?')">For ever</button>
    <button onclick="setInterval(() => confirm('Stay?'), 1)">Every moment</button>
    <button onclick="window.open('/asking-popup', 'p', 'width=300,height=300')">Popup</button>
    <input aria-label="Key" onkeydown="out.textContent = 'key: ' + confirm('key ' + event.key)">
    <select aria-label="Currency" onchange="out.textContent = 'changed: ' + confirm('Empty the cart?')"><option>EUR<option>CHF</select>
    <a href="/next">Next</a>
    <p id="out"></p>`;

/** By their paths. */
const dialogPages = {
  "/dialogs": `<title>Dialogs</title><h1>Dialogs</h1>${buttons}`,
  "/framed": `<title>Framed</title><h1>Framed</h1><iframe title="Inner" src="/dialogs" width="600" height="400"></iframe>`,
  "/asking": `<title>Asking</title><script>window.asked = confirm("Enter?")</script><p>asked</p>
    <script>document.write("<p>" + asked)</script>`,
  "/asking-popup": `<title>Popup</title><h1>Popup</h1><p id="out"></p>
    <script>setTimeout(() => (out.textContent = "popup: " + confirm("Allow?")), 300)</script>`,
  "/next": `<title>Next</title><h1>Next</h1>`,
  "/guarded": `<title>Guarded</title><button>Touch</button>
    <script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`,
};

/** A browser with the extension, and a server of these pages. */
export class DialogBrowser {
  readonly chromium: ExtensionBrowser;
  readonly server: PageServer;

  private constructor(chromium: ExtensionBrowser, server: PageServer) {
    this.chromium = chromium;
    this.server = server;
  }

  static async launch(): Promise<DialogBrowser> {
    const server = PageServer.listen(dialogPages);
    return new DialogBrowser(await ExtensionBrowser.launch(), await server);
  }

  async open(path: string, options: OpenOptions = {}): Promise<TestAgent> {
    return await TestAgent.open(this.chromium.daemon, this.server.url(path), options);
  }

  async close(): Promise<void> {
    await this.chromium.close();
    await this.server.close();
  }
}
