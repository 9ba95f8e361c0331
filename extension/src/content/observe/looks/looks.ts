// Tells by what look one of several like things is marked, and which control looks otherwise than before.
import { SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementPart } from "../tree/parts.ts";
import { FormerLooks } from "./former-looks.ts";
import type { LikeGroup } from "./like-group.ts";
import { saysItself } from "./like-group.ts";
import { counterparts, likeSiblings, wrapperOf } from "./likes.ts";
import type { Trait } from "./look.ts";
import { lookOf, paintWord, TRAITS, traitWords } from "./look.ts";
import { pointerTraits } from "./pointer-looks.ts";
import { isNoState, stateWords } from "./state-words.ts";

/** The fewest likes among which a look alone marks one. */
const FEWEST = 3;

/** Keeps how the controls of a frame looked, from one reading to the next. */
export class Looks {
  readonly #former = new FormerLooks();

  /** Sets what is told of the looks of these parts, which have ids. */
  note(parts: readonly ElementPart[]): void {
    const told = new Set<Element>();
    const alone: ElementPart[] = [];
    for (const part of parts) {
      if (!isAsked(part)) continue;
      const { element } = part;
      if (isToldAround(element, told)) continue;
      const outer = wrapperOf(element);
      if (saysItself(outer) || (outer !== element && saysItself(element))) continue;
      const likes = likeSiblings(outer);
      const count = likes.all.length;
      part.look = count > 1 ? lookAmong(part, outer, likes) : undefined;
      if (part.look === undefined && part.interaction !== undefined && count === 1) {
        part.look = lookAmong(part, element, counterparts(element)) ?? stateAlone(element);
      }
      if (part.look !== undefined) told.add(element);
      if (part.interaction !== undefined && count < FEWEST) alone.push(part);
    }
    this.#former.compare(alone);
  }
}

function isAsked({ element, tag, interaction, id }: ElementPart): boolean {
  if (interaction === undefined) return SERIES_ENTRIES.has(tag) || tag === "td";
  if (interaction.field !== undefined || interaction.disabled || id === undefined) return false;
  return !(element instanceof HTMLLabelElement) && tag !== "iframe";
}

/** Tells whether something around has been told of, whose look shows in what it holds. */
function isToldAround(element: Element, told: ReadonlySet<Element>): boolean {
  if (told.size === 0) return false;
  let at = unshadowed(element).parentElement;
  for (let level = 0; at !== null && level < 6; level++, at = unshadowed(at).parentElement) {
    if (told.has(at)) return true;
  }
  return false;
}

/** Returns what sets a thing apart from its likes; undefined if nothing does. */
function lookAmong(
  { element, interaction }: ElementPart,
  outer: Element,
  likes: LikeGroup,
): string | undefined {
  const count = othersIn(likes, outer);
  if (count === 0 || likes.saysItself) return undefined;
  const own = [...stateWords(element), ...(outer === element ? [] : stateWords(outer))];
  for (const word of own) {
    const without = likes.without(word, outer);
    if (without.length * 2 < count) continue;
    const isSeen = without.some((like) => looksOtherwise(outer, like));
    return isSeen ? withPaint(word, outer, without) : undefined;
  }
  if (likes.isWrittenAlike(outer) || (interaction?.clickable !== true && !isEntry(outer)))
    return undefined;
  const others = writtenOtherwise(outer, likes);
  return others.length === 0 ? undefined : oddLook(outer, others);
}

function othersIn(likes: LikeGroup, outer: Element): number {
  return likes.all.length - (likes.has(outer) ? 1 : 0);
}

function isEntry(element: Element): boolean {
  return SERIES_ENTRIES.has(unshadowed(element).localName);
}

/** Compares an element with one of its likes, also by what is drawn at its edges. */
function looksOtherwise(one: Element, other: Element): boolean {
  if (differing(one, other).length > 0 || fadingOf(one) !== fadingOf(other)) return true;
  return edgesOf(one) !== edgesOf(other) || inner(one, other);
}

/** Returns how an element is made fainter than it is by itself. */
function fadingOf(element: Element): string {
  const { opacity, filter, borderTopStyle } = getComputedStyle(element);
  return `${opacity} ${filter} ${borderTopStyle}`;
}

function inner(one: Element, other: Element): boolean {
  const [own, theirs] = [unshadowed(one).firstElementChild, unshadowed(other).firstElementChild];
  if (own === null || theirs === null) return own !== theirs;
  return differing(own, theirs).length > 0 || edgesOf(own) !== edgesOf(theirs);
}

function differing(one: Element, other: Element): readonly Trait[] {
  const [own, theirs] = [lookOf(one), lookOf(other)];
  return TRAITS.filter((trait) => own[trait] !== theirs[trait]);
}

function edgesOf(element: Element): string {
  return ["::before", "::after"]
    .map((pseudo) => {
      const { content, display, backgroundColor, borderBottomColor, opacity, transform } =
        getComputedStyle(element, pseudo);
      if (content === "none" || display === "none") return "";
      return [content, backgroundColor, borderBottomColor, opacity, transform].join();
    })
    .join();
}

/** Adds the colour of a drawing that only the marked one has: a red heart says more than "on". */
function withPaint(word: string, outer: Element, others: readonly Element[]): string {
  const { icon } = lookOf(outer);
  const paint = others.every((like) => lookOf(like).icon !== icon) ? paintWord(icon) : undefined;
  return paint === undefined ? word : `${word}, ${paint}`;
}

/**
 * Returns the likes from which an element's author wrote it otherwise. A link to elsewhere is often made to stand out,
 * and so is the button that sends a form.
 */
function writtenOtherwise(outer: Element, likes: LikeGroup): readonly Element[] {
  const count = othersIn(likes, outer);
  if (count + 1 < FEWEST || !likes.hasOneShape) return [];
  const own = likes.stemsOf(outer);
  const isIn = likes.has(outer);
  // If nothing but their looks tells them apart, many may be marked.
  const most = likes.areTwins ? count - 1 : Math.ceil(count / 3) - 1;
  const extra = own.filter((stem) => (likes.stems.get(stem) ?? 0) - (isIn ? 1 : 0) <= most);
  const others = likes.all.filter((like) => like !== outer);
  if (extra.some(isNoState)) return [];
  const lesser = likes.areTwins
    ? others.filter((like) => isPaintedOver(outer, like, { extra, likes }))
    : [];
  if (lesser.length > 0) return lesser;
  // The others of twins are told by what they have.
  const lacking = [...likes.stems].flatMap(([stem, all]) =>
    !likes.areTwins && all === count && !own.includes(stem) ? stem : [],
  );
  if (lacking.some(isNoState)) return [];
  const isWritten = extra.length > 0 || lacking.length > 0 || isPaintedAlone(outer, likes);
  return isWritten && !standsOut(outer) ? others : [];
}

function isPaintedAlone(outer: Element, likes: LikeGroup): boolean {
  const own = unshadowed(outer);
  if (!own.hasAttribute("style") && !own.hasAttribute("fill")) return false;
  const style = likes.paintsIn(outer);
  return style !== "" && (likes.paints.get(style) ?? 0) === (likes.has(outer) ? 1 : 0);
}

/** Tells whether one of twins has a class that another lacks, or is written in a brighter colour. */
function isPaintedOver(
  outer: Element,
  like: Element,
  { extra, likes }: { readonly extra: readonly string[]; readonly likes: LikeGroup },
): boolean {
  if (extra.length > 0) return extra.some((stem) => !likes.stemsOf(like).includes(stem));
  // Each of many colours stands for itself.
  if (likes.paints.size !== 2 || likes.paintsIn(outer) === likes.paintsIn(like)) return false;
  const [own, theirs] = [lookOf(outer), lookOf(like)];
  return PAINTED.some(
    (trait) => paintWord(own[trait]) !== undefined && paintWord(theirs[trait]) === undefined,
  );
}

/** Traits whose colour alone tells which of several twins are marked. */
const PAINTED: readonly Trait[] = ["icon", "text", "background"];

function standsOut(outer: Element): boolean {
  const own = unshadowed(outer);
  const link = own.matches("a[href]") ? own : own.querySelector("a[href]");
  if (link instanceof HTMLAnchorElement) {
    const { pathname, search, origin } = link;
    const isHere = origin === location.origin && pathname === location.pathname;
    return !isHere || search !== location.search;
  }
  return own.matches('form button:not([type="button"])');
}

/** Returns how an element looks if nearly all of its likes look otherwise, and all of these alike. */
function oddLook(outer: Element, others: readonly Element[]): string | undefined {
  const own = lookOf(outer);
  const { cursor } = getComputedStyle(outer);
  // Likes that can't be chosen look otherwise because of that.
  const choices = others.filter((like) => getComputedStyle(like).cursor === cursor);
  const looks = (choices.length < FEWEST - 1 ? others : choices).map(lookOf);
  const words: string[] = [];
  const passing = pointerTraits(outer);
  for (const trait of TRAITS) {
    if (passing.has(trait)) continue;
    const usual = looks.find((look) => look[trait] !== own[trait]);
    if (usual === undefined) continue;
    const alike = looks.filter((look) => look[trait] === usual[trait]);
    const same = looks.filter((look) => look[trait] === own[trait]);
    const isUsual = alike.length + same.length === looks.length;
    if (isUsual && same.length * 2 < alike.length) words.push(traitWords(own, trait, usual));
  }
  return words.length === 0 ? undefined : words.slice(0, 2).join(", ");
}

/** Returns the state of a control that has no likes. */
function stateAlone(element: Element): string | undefined {
  const word = stateWords(element).find((each) => !NEEDS_LIKES.test(each));
  if (word === undefined) return undefined;
  const paint = paintWord(lookOf(element).icon);
  return paint === undefined ? word : `${word}, ${paint}`;
}

/** Matches words that also say where a thing stands, or what it is. */
const NEEDS_LIKES =
  /^(?:active|current|today|done|completed|highlighted|saved|unread|taken|booked|occupied|reserved|sold|unavailable)$/;
