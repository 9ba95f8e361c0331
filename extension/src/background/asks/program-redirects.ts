// Keeps servers from sending the pages of sessions on to another program's address.

import { isForeignAddress } from "@webserv/shared/model/ask-kinds.ts";

/**
 * Since this version Chrome knows conditions on the headers of answers; an older one would take the rule for one on
 * all answers.
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
/** An unusual scheme counts only if no other colon follows it: a relative address may have one further on. */
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
 * Takes redirects to another program out of the answers to a session's tabs: the page, or the frame, then shows what
 * else the server has sent. Without this the browser would ask the person over the page. A browser that refuses such
 * addresses by its policy, as those do that WebServ launches, ends with all its tabs if a frame is sent to one
 * (Chromium 156).
 */
export class ProgramRedirects {
  readonly #rules: Rules | undefined;
  readonly #ruleId: Promise<number>;
  #tabIds = "";

  /** @param name is the environment's: the rules of all of a browser's environments are kept together */
  constructor(rules: Rules, userAgent: string, name: Promise<string>) {
    const version = Number(/Chrome\/(\d+)/.exec(userAgent)?.[1] ?? 0);
    this.#rules = version >= SINCE_CHROME ? rules : undefined;
    this.#ruleId = name.then(numberOf);
  }

  /** Tells whether the rule takes this address out of answers to the tabs that agents act in. */
  keeps(location: string): boolean {
    if (this.#rules === undefined || !isForeignAddress(location)) return false;
    const lower = location.toLowerCase();
    return !/[/?#][^]*:/.test(lower) || KNOWN.some((each) => lower.startsWith(each.slice(0, -1)));
  }

  /** @param tabIds are all tabs that agents act in now */
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

/** Gives one of 2 ** 30 numbers for each name (FNV-1a). */
function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return 1 + ((hash >>> 0) % 2 ** 30);
}
