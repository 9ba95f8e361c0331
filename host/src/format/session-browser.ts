// Says which browser a session is in and whose profile that has, for people and models.
import type { SessionBrowser } from "@webserv/shared/model/browser.ts";

/** Returns part of a sentence: "a new Chromium 156.0 (b-1, no window), launched for this session; …". */
export function formatSessionBrowser(browser: SessionBrowser): string {
  const { browserId, name, headless, kind, launched, profile, profileName } = browser;
  const facts = [
    browserId,
    ...(profileName === undefined ? [] : [`profile ${profileName}`]),
    ...(headless === true ? ["no window"] : []),
    ...(kind === "training" ? ["sandboxes only"] : []),
  ].join(", ");
  switch (profile) {
    case "person":
      return `the person's own ${name} (${facts}): their profile, with their cookies and logins`;
    case "new": {
      const origin = launched ? `a new ${name}` : name;
      const why = launched ? "launched for this session" : "which no session has used yet";
      const what =
        launched || headless === true
          ? "without cookies, logged out everywhere"
          : "with no cookies and logins but those of a person who has used its window";
      return `${origin} (${facts}), ${why}: a new profile, ${what}`;
    }
    case "used":
      return `${name} (${facts}), used before: what others left in its profile, such as cookies and logins, is still there`;
  }
}
