// The page's words among WebServ's: in quotes, or such that nobody could take them for more than they are.
import { visibleCharacters } from "@webserv/shared/model/visible-characters.ts";

/** A JSON string, in which no character ends a line. */
export function quoted(words: string): string {
  // JSON itself lets these two stand, and they end lines for many who read it.
  return JSON.stringify(visibleCharacters(words)).replace(/[\u2028\u2029]/g, (sign) =>
    sign === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

/** As they are where they are nothing but words; else in quotes. */
export function plainOrQuoted(words: string): string {
  return PLAIN.test(words) ? words : quoted(words);
}

const PLAIN = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_.'’&$€£%+/-]| (?! |$))*$/u;

/** A name of a file, as it is where it holds no space or other sign that could end it. */
export function fileOrQuoted(name: string): string {
  return /^[\p{L}\p{M}\p{N}_.+~@#/\\:-]+$/u.test(name) ? name : quoted(name);
}

/** Without the spaces that addresses of some kinds may have. */
export function address(url: string): string {
  return visibleCharacters(url).replace(/\s/g, "%20");
}

/** Only a page's text, and a value in it, can go on in another line: such a line says so, as in a diff. */
export function markup(html: string): string {
  return html.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\n↵");
}
