// Describes a browser that takes part: one profile of one running browser, connected by its extension.
import * as z from "zod/mini";

/**
 * personal: only sandbox hosts are routed, everything else goes its usual way. training: every host that is not a
 * sandbox of the session is refused.
 */
export const browserKind = z
  .enum(["personal", "training"])
  .check(
    z.describe(
      "personal: only sandbox hosts are routed; training: all but sandbox hosts is refused",
    ),
  );
export type BrowserKind = z.infer<typeof browserKind>;

export const browserInfo = z.object({
  browserId: z.string(),
  kind: browserKind,
  /** Name and version, such as Chromium 156.0. */
  name: z.string(),
  extensionVersion: z.string(),
  /** Name of the profile, for a browser that the daemon launched. */
  profile: z.optional(z.string()),
  /** Process id, for a browser that the daemon launched. */
  pid: z.optional(z.int()),
  headless: z.optional(z.boolean()),
  connectedAt: z.string(),
  /** Time since the last sign of life, in ms. */
  lastSeenMs: z.number(),
  sessions: z.array(z.string()),
});
export type BrowserInfo = z.infer<typeof browserInfo>;

/** The browser that a session was opened in, as its agent sees it. */
export const sessionBrowser = z.object({
  browserId: z.string(),
  kind: browserKind,
  /** Name and version. */
  name: z.string(),
  /** True if it was launched for this session, and for others that were opened at the same time. */
  launched: z.boolean(),
  /** True without a window; left out if that is not known. */
  headless: z.optional(z.boolean()),
  /**
   * Tells whose cookies and logins are in it. person: the person's own. new: nobody's, since the profile began with
   * this launch and no session has used it yet (if it has a window, a person may have). used: what earlier or parallel
   * sessions, or users of the profile in an earlier launch, have left there.
   */
  profile: z.enum(["person", "new", "used"]),
  /** Name of a profile that is kept. */
  profileName: z.optional(z.string()),
});
export type SessionBrowser = z.infer<typeof sessionBrowser>;
