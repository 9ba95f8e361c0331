// Entry of the page script: hooks in the page's own world, in place before any script of the page.
import { hookAnimations } from "./cause/animations.ts";
import { Causes } from "./cause/causes.ts";
import { Changes } from "./cause/changes.ts";
import { ElementLoads } from "./cause/element-loads.ts";
import { hookInputEvents } from "./cause/input-events.ts";
import { Listening } from "./cause/heard.ts";
import { hookMessagePorts } from "./cause/message-ports.ts";
import { hookSockets } from "./cause/sockets.ts";
import { hookTimers } from "./cause/timers.ts";
import { hookWindowMessages } from "./cause/window-messages.ts";
import { hookWorkers } from "./cause/workers.ts";
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
  const causes = new Causes(channel);
  const listening = new Listening(hooks);
  const changes = new Changes(causes, channel, new ElementLoads(hooks, listening, causes));
  hookInputEvents(causes);
  hookTimers(hooks, causes);
  hookFetch(hooks, causes);
  hookXhr(hooks, causes);
  hookMessagePorts(hooks, listening, causes);
  hookWindowMessages(hooks, causes);
  hookWorkers(hooks, causes);
  hookSockets(hooks, listening, causes);
  hookAnimations(hooks, listening, causes);
  hookShadows(hooks, channel, changes);
  hookFirstListeners(hooks, channel);
  answerScans(channel, new ListenerBook(hooks));
});
