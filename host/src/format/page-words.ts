// Writes a page's words among WebServ's: in quotes, or plain if nobody could take them for more than words.
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

/** Returns a JSON string, in which no character ends a line. */
export function quoted(words: string): string {
  // JSON itself allows these two, and many readers end a line at them.
  return JSON.stringify(visibleCharacters(words)).replace(/[\u2028\u2029]/g, (sign) =>
    sign === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

/** Returns words as they are if they are nothing but words; else in quotes. */
export function plainOrQuoted(words: string): string {
  return PLAIN.test(words) ? words : quoted(words);
}

const PLAIN = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_.'’&$€£%+/-]| (?! |$))*$/u;

/** Returns a file's name as it is if it holds no space or other sign that could end it; else in quotes. */
export function fileOrQuoted(name: string): string {
  return /^[\p{L}\p{M}\p{N}_.+~@#/\\:-]+$/u.test(name) ? name : quoted(name);
}

/** Encodes the spaces that addresses of some kinds may have. */
export function address(url: string): string {
  return visibleCharacters(url).replace(/\s/g, "%20");
}

/** Only a page's text, or a value in it, can continue on another line: such a line is marked, as in a diff. */
export function markup(html: string): string {
  return html.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\n↵");
}
