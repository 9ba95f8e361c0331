// Makes pages that use a text as it comes and count what they received: `received` is all of it, in order.

/** Makes a page's source with `received` and, for what the page shows of it, `show`. */
export function takerPage(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Taker</title><h1>Taker</h1>
    <script>let received = ""; const show = (text) => { seen.textContent = text; };</script>
    ${body}<p id="seen"></p>`;
}

/** The pages. Each has one field named "Entry", and takes texts without spaces or commas at their ends. */
export const takers: Readonly<Record<string, string>> = {
  "a scanner that books each letter and empties itself": `
    <label>Entry <input oninput="received += this.value; this.value = ''; show(received)"></label>`,
  "a scanner that shows nothing of what it books": `
    <label>Entry <input oninput="received += this.value; this.value = ''"></label>`,
  "a terminal that takes the keys themselves": `
    <label>Entry <input onkeydown="if (event.key.length === 1 && !event.ctrlKey) {
      event.preventDefault(); received += event.key; show(received); }"
      onbeforeinput="event.preventDefault()"></label>`,
  "a terminal that takes key presses": `
    <label>Entry <textarea rows="1" onkeypress="event.preventDefault(); received += event.key; show(received)"
      ></textarea></label>`,
  "a terminal edited in place that takes the keys": `
    <div contenteditable aria-label="Entry" style="min-height: 2em"
      onkeydown="if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault(); received += event.key; show(received); }"></div>`,
  "a terminal whose listener at the window lets nobody else hear": `
    <script>addEventListener("keydown", (event) => {
      if (event.key.length !== 1 || event.ctrlKey) return;
      event.preventDefault(); event.stopImmediatePropagation(); received += event.key; show(received);
    }, true);</script><label>Entry <input></label>`,
  "a console that reads its text area and empties it a frame later": `
    <label>Entry <textarea rows="1" oninput="this.asked ??= requestAnimationFrame(() => {
      received += this.value; this.value = ''; this.asked = undefined; show(received); })"></textarea></label>`,
  "a command line edited in place that empties itself": `
    <div contenteditable aria-label="Entry" oninput="received += this.textContent; this.textContent = ''; show(received)"
      style="min-height: 2em"></div>`,
  "an editor that keeps a text of its own": `
    <div contenteditable aria-label="Entry" onbeforeinput="event.preventDefault(); received += event.data ?? ''; show(received)"
      style="min-height: 2em"></div>`,
  "a field in a closed shadow root that empties itself": `
    <div id="host"></div><script>
      const root = host.attachShadow({ mode: "closed" });
      root.innerHTML = '<input aria-label="Entry">';
      root.firstChild.oninput = ({ target }) => {
        received += target.value; target.value = ""; show(received);
      };
    </script>`,
  "a field that is made anew with each letter, and gets the focus": `
    <label>Entry <input oninput="renew(this)"></label><script>
      function renew(old) {
        received += old.value;
        const made = old.cloneNode(); made.value = ""; old.replaceWith(made); made.focus(); show(received);
      }</script>`,
  "a field that gives the focus away with each letter": `
    <label>Entry <input oninput="received += this.value; this.value = ''; this.blur(); show(received)"></label>`,
  "a word game that is drawn anew with each key": `
    <div id="game"></div><script>
      function draw() {
        game.innerHTML = '<label>Entry <input autofocus></label><p>' + received.length + '</p>';
        const field = game.querySelector("input");
        field.onkeydown = (event) => {
          if (event.key.length !== 1 || event.ctrlKey) return;
          event.preventDefault(); received += event.key; setTimeout(() => { draw(); game.querySelector("input").focus(); });
        };
      }
      draw();
    </script>`,
  "tags that take a word at each comma": `
    <label>Entry <input id="tag" oninput="if (/,$/.test(this.value)) {
      received += this.value; this.value = ''; show(received); }"></label>
    <script>const rest = () => tag.value;</script>`,
};
