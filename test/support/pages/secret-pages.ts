// Serves pages with a field for each kind of secret, which take what is entered and keep it to themselves.
import type { PageSource } from "./page-server.ts";

/** The fields with their labels. Each is secret. */
const fields = `
  <label>Password <input type="password" id="pw"></label>
  <label>Known password <input type="text" autocomplete="section-a current-password"></label>
  <label>Card number <input autocomplete="cc-number" inputmode="numeric"></label>
  <label>Card holder <input autocomplete="billing cc-name"></label>
  <label>Login code <input autocomplete="one-time-code"></label>
  <label>Dotted <input style="-webkit-text-security: disc"></label>
  <label>Dotted lines <textarea style="-webkit-text-security: circle"></textarea></label>
  <div contenteditable="true" role="textbox" aria-label="Dotted editor" style="-webkit-text-security: disc; min-height: 20px"></div>
  <div contenteditable="true" role="textbox" aria-label="Partly dotted"><span style="-webkit-text-security: disc">a</span></div>
  <label>Late password <input type="text" onfocus="this.type = 'password'"></label>
  <label>Eager <input type="password" oninput="this.type = 'text'"></label>
  <label>Number code <input type="number" autocomplete="one-time-code" title="A code"></label>
  <label>Mirrored <input type="password" oninput="mirror.textContent = this.value"></label>
  <p>It is <span id="mirror" style="-webkit-text-security: disc"></span></p>
  <ul>
    <li><div contenteditable="true" aria-label="Row" style="-webkit-text-security: disc; min-height: 20px"></div><button type="button">Save</button></li>
    <li><div>Other</div><button type="button">Save</button></li>
  </ul>
  <label>Not a number <input type="number" autocomplete="cc-csc"></label>
  <div id="swap"><label>Swapped <input type="password"></label><button type="button" onclick="swap_()">Show it</button></div>
  <script>
    function swap_() {
      const old = swap.querySelector("input");
      const next = document.createElement("input");
      next.value = old.value;
      old.replaceWith(next);
    }
  </script>`;

export const secretPages: Readonly<Record<string, PageSource>> = {
  "/": `<!doctype html><title>Secrets</title>
    <label>Plain <input></label>
    ${fields}
    <label>Month <select autocomplete="cc-exp-month"><option>January</option><option>February</option></select></label>
    <button type="button" onclick="prompt('Your PIN?')">Ask me</button>
    <div id="host"></div>
    <script>
      const root = host.attachShadow({ mode: "closed" });
      root.innerHTML = '<label>Shadow password <input type="password"></label>';
    </script>
    <iframe src="/frame" title="Inner" width="400" height="120"></iframe>
    <iframe id="foreign" title="Foreign" width="400" height="120"></iframe>
    <script>foreign.src = location.href.replace("127.0.0.1", "localhost") + "frame";</script>`,
  "/frame": `<!doctype html><title>Frame</title><label>Frame password <input type="password"></label>`,
  // Each shows what is entered by a field of another kind.
  "/shown": `<!doctype html><title>Shown</title>
    <style>#pair { position: relative; height: 40px } #pair input { position: absolute } .off { visibility: hidden }</style>
    <div id="pair"><input id="one" type="password" aria-label="Paired"><input id="other" class="off" aria-label="Plain"></div>
    <button onclick="other.value = one.value; one.className = 'off'; other.className = ''">Show one</button>
    <label for="pw">Exchanged</label><span id="box"><input id="pw" type="password"></span>
    <button onclick="box.innerHTML = '<input id=pw>'">Show two</button>`,
  // This form is sent by its address.
  "/form": `<!doctype html><title>Form</title><form action="/done">
    <label>Password <input type="password" name="password"></label><button>Sign in</button></form>`,
  "/short": `<!doctype html><title>Form</title>
    <form action="/done"><label>Security code <input name="cvc" autocomplete="cc-csc"></label></form>
    <form action="/done"><label>PIN <input name="pin" type="password"></label></form>`,
  "/members": (request, response) => {
    const isSignedIn = request.headers.authorization !== undefined;
    response.writeHead(isSignedIn ? 200 : 401, {
      "content-type": "text/html",
      "www-authenticate": 'Basic realm="Members"',
    });
    response.end(isSignedIn ? "<!doctype html><title>Members</title>Welcome" : "Members only");
  },
  "/done": `<!doctype html><title>Done</title><p>Welcome</p><label>Search <input></label>`,
  // This is never answered: an action that enters something here is under way when the daemon is killed.
  "/slow": `<!doctype html><title>Slow</title>
    <label>Password <input type="password" oninput="fetch('/never')"></label>`,
  "/never": () => {},
};
