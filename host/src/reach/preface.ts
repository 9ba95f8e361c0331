// Describes the first frame that a native host sends to the daemon: which browser is behind this relay.
import * as z from "zod/mini";

export const preface = z.object({
  preface: z.object({
    /** Version of the relay's own program. */
    version: z.string().check(z.maxLength(100)),
    protocol: z.object({ major: z.int(), minor: z.int() }),
    /** WEBSERV_LAUNCH: the launch this browser comes from, if the daemon launched it. */
    launchId: z.optional(z.string().check(z.maxLength(100))),
    /** The caller as the browser names it, such as chrome-extension://…/; empty if it names none. */
    origin: z.string().check(z.maxLength(300)),
    pid: z.int(),
    /** The browser's process. */
    ppid: z.int(),
  }),
});
export type Preface = z.infer<typeof preface>;
