// Waits by the paper's rule: 500 ms without a fetch or XMLHttpRequest, for ten seconds at the most.
import { Quiet } from "./quiet.ts";
import { leave, watchRequests } from "./requests.ts";
import type { PeerWait } from "./wait.ts";

const WINDOW_MS = 500;
const CAP_MS = 10_000;

export const paper: PeerWait = {
  name: "paper",
  async begin(page) {
    const quiet = new Quiet(WINDOW_MS);
    const session = await watchRequests(page, {
      sent: ({ id, type }) => {
        if (type === "Fetch" || type === "XHR") quiet.begun(id);
      },
      ended: (id) => quiet.ended(id),
    });
    return {
      async afterAction() {
        const status = await quiet.wait(CAP_MS);
        await leave(session);
        return status;
      },
    };
  },
};
