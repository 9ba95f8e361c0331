// Entry of the page script: hooks in the page's own world, in place before any script of the page.
import { openChannel } from "./channel.ts";
import { Hooks } from "./hooks.ts";
import { hookFetch } from "./fetch.ts";
import { ListenerBook } from "./listeners.ts";
import { hookFirstListeners } from "./first-listeners.ts";
import { answerScans } from "./scan.ts";
import { hookShadows } from "./shadows.ts";
import { hookXhr } from "./xhr.ts";

openChannel((channel) => {
  const hooks = new Hooks();
  hookFetch(hooks, channel);
  hookXhr(hooks, channel);
  hookShadows(hooks, channel);
  hookFirstListeners(hooks, channel);
  answerScans(channel, new ListenerBook(hooks));
});
