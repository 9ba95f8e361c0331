// Decides which addresses a session may open, and completes addresses without a scheme.
import { addressWithoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/**
 * Returns the address to load. Without a scheme, http:// is added, also to `localhost:8080`; a path is resolved on
 * the site of `page`, as the links of observations are.
 * @throws WebservError `url-not-allowed` for anything but http, https and about:blank.
 */
export function allowedUrl(input: string, page = ""): string {
  const text = input.trim();
  if (text === "about:blank") return text;
  if (text.startsWith("/")) {
    if (/^https?:/i.test(page) && URL.canParse(text, page)) return new URL(text, page).href;
    throw refusal(input, "it is a path, and there is no page whose site it could belong to");
  }
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    throw refusal(input, `addresses with ${scheme}: are not opened`);
  }
  const whole = scheme === undefined ? `http://${text}` : text;
  if (!URL.canParse(whole)) throw refusal(input, "it is not a valid address");
  return new URL(whole).href;
}

function refusal(input: string, why: string): WebservError {
  const told = addressWithoutUserInfo(input);
  return new WebservError("url-not-allowed", `"${told.slice(0, 200)}" was not opened: ${why}`, {
    details: { url: told.slice(0, 1000) },
  });
}
