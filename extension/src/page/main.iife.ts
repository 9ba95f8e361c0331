// Entry of the page script: hooks in the page's own world, in place before any script of the page.
import { openChannel } from "./channel.ts";
import { Hooks } from "./hooks.ts";
import { hookFetch } from "./fetch.ts";
import { hookListeners } from "./listeners.ts";
import { hookMessageListeners } from "./message-listeners.ts";
import { answerScans } from "./framework-handlers.ts";
import { hookShadows } from "./shadows.ts";
import { hookXhr } from "./xhr.ts";

openChannel((channel) => {
  const hooks = new Hooks();
  hookFetch(hooks, channel);
  hookXhr(hooks, channel);
  hookListeners(hooks, channel);
  hookShadows(hooks, channel);
  hookMessageListeners(hooks, channel);
  answerScans(channel);
});
