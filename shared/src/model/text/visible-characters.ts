// Removes the characters of a text that nobody sees and a model reads all the same.

/**
 * Returns `text` without control characters, marks of direction, characters of no width, private
 * ones and Unicode's tags; those that belong to a script or an emoji stay. Line breaks and tabs
 * stay, too.
 */
export function visibleCharacters(text: string): string {
  return UNSEEN.test(text) ? withoutUnseen(text.toWellFormed()) : text;
}

/** The fast path: most texts hold none of these. */
const UNSEEN = /[^\P{Cc}\n\t\r]|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}]/u;

/** Flags of regions: a black flag, a few tags, an end. */
const TAGGED_FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu;
/** Joiners between letters of scripts that need them, or between the parts of an emoji. */
const JOINED =
  /(?<=[\p{L}\p{M}])(?<!\p{Script=Latn})[\u200C\u200D](?=[\p{L}\p{M}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Script=Deva}\p{Script=Beng}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}\p{Script=Gujr}\p{Script=Guru}\p{Script=Orya}]\p{M})[\u200C\u200D]/gu;
/** One selector after the character whose form it chooses. */
const SELECTED =
  /(?<=[\p{Emoji}\p{Extended_Pictographic}])[\uFE0E\uFE0F]|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]|(?<=\p{Script=Mong})[\u180B-\u180D\u180F]/gu;
/** Signs of Arabic and other scripts that enclose the number after them: they can be seen. */
const SEEN_FORMATS = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/gu;

const KEPT = new RegExp(
  [TAGGED_FLAG, JOINED, SELECTED, SEEN_FORMATS].map(({ source }) => source).join("|"),
  "gu",
);
const REMOVED = new RegExp(UNSEEN.source, "gu");

function withoutUnseen(text: string): string {
  let clean = "";
  let from = 0;
  for (const match of text.matchAll(KEPT)) {
    clean += text.slice(from, match.index).replace(REMOVED, "") + match[0];
    from = match.index + match[0].length;
  }
  return clean + text.slice(from).replace(REMOVED, "");
}
