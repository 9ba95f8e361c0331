// Keeps servers from redirecting the pages of sessions to another program's address.

import { isForeignAddress } from "@webserv/shared/model/page/ask-kinds.ts";

/**
 * The first version of Chrome that knows conditions on response headers; an older one would apply the rule to all
 * responses.
 */
const SINCE_CHROME = 128;
/** Lists the usual schemes of other programs. */
const KNOWN =
  `aim callto facetime facetime-audio fb fb-messenger feed fido geo git gtalk im imap instagram intent irc
  ircs itms itms-apps itms-services jabber ldap ldaps line magnet mailto maps market message mms ms-access ms-excel
  ms-outlook ms-powerpoint ms-settings ms-teams ms-word msteams news nntp notion onenote openid4vp otpauth pop
  rtmp rtsp sftp sip sips skype slack sms smsto snapchat snssdk spotify ssh steam tel telnet tg tiktok twitter upi
  viber vscode webcal webex weixin whatsapp xmpp zoommtg zoomus`
    .split(/\s+/)
    .map((scheme) => `${scheme}:*`);
/** These patterns exclude other addresses: a colon after a slash, "?" or "#" may belong to a relative address. */
const PLAIN_EXCLUDED = [
  "http:*",
  "https:*",
  "about:*",
  "blob:*",
  "data:*",
  "javascript:*",
  "*/*:*",
  "*\\?*:*",
  "*#*:*",
];

type Rules = Pick<typeof chrome.declarativeNetRequest, "updateSessionRules">;

/**
 * Removes redirects to another program from the responses to a session's tabs: the page, or the frame, then shows the
 * rest of the response. Without this, the browser would ask the person in a window over the page. A browser that
 * refuses such addresses by its policy, as those that WebServ launches do, crashes with all its tabs if a frame is
 * redirected to one (Chromium 156).
 */
export class ProgramRedirects {
  readonly #rules: Rules | undefined;
  readonly #ruleId: Promise<number>;
  #tabIds = "";

  /** @param name is the environment's, since the rules of all environments of a browser are kept together */
  constructor(rules: Rules, userAgent: string, name: Promise<string>) {
    const version = Number(/Chrome\/(\d+)/.exec(userAgent)?.[1] ?? 0);
    this.#rules = version >= SINCE_CHROME ? rules : undefined;
    this.#ruleId = name.then(numberOf);
  }

  /** Tells whether the rule removes this address from responses to the tabs that agents act in. */
  keeps(location: string): boolean {
    if (this.#rules === undefined || !isForeignAddress(location)) return false;
    const lower = location.toLowerCase();
    return !/[/?#][^]*:/.test(lower) || KNOWN.some((each) => lower.startsWith(each.slice(0, -1)));
  }

  /** Applies the rule to these tabs. @param tabIds are all tabs that agents act in now */
  hold(tabIds: readonly number[]): void {
    const wanted = tabIds.toSorted((a, b) => a - b).join();
    if (wanted === this.#tabIds) return;
    this.#tabIds = wanted;
    void this.#apply(tabIds).catch(() => {});
  }

  async #apply(tabIds: readonly number[]): Promise<void> {
    const id = await this.#ruleId;
    const addRules = tabIds.length === 0 ? [] : [ruleFor(id, tabIds)];
    await this.#rules?.updateSessionRules({ removeRuleIds: [id], addRules });
  }
}

function ruleFor(id: number, tabIds: readonly number[]): chrome.declarativeNetRequest.Rule {
  return {
    id,
    action: {
      type: "modifyHeaders",
      responseHeaders: [{ header: "location", operation: "remove" }],
    },
    condition: {
      tabIds: [...tabIds],
      resourceTypes: ["main_frame", "sub_frame"],
      responseHeaders: [
        { header: "location", values: ["*:*"], excludedValues: PLAIN_EXCLUDED },
        { header: "location", values: KNOWN },
      ],
    },
  };
}

/** Hashes a name to one of 2 ** 30 numbers (FNV-1a). */
function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return 1 + ((hash >>> 0) % 2 ** 30);
}
