/**
 * The words of a call's arguments: in order, as a template, and as a sample, for comparing two calls.
 *
 * A number is a word that says so, because one template over many numbers is how one works through a list.
 */
import { nameParts, placeholderWords, tokensOf } from '../text/text-words.ts';
import { withoutRandomWords } from './opaque-text.ts';

/** Words of the template; what follows counts as one more. */
const SLOTS_KEPT = 10;
/** What follows is a value and no text, if it has no more words. */
const REST_WORDS_MAX = 10;
/** Words of the sample, those with the smallest hashes. */
const WORDS_KEPT = 16;
/** Ids of a result, the first ones: a list that is worked through is seldom longer. */
const IDS_KEPT = 24;
/** Names in arguments, the first ones. */
const NAMES_KEPT = 8;
const NAMES_CHARACTERS = 400;
const NAME_LENGTH_MIN = 3;
/** A quoted value of JSON, or a word of a command with a path or a joint in it. */
const VALUE =
  /"([^"{}]{3,60})"(?!:)|(?<=\s['"]?)((?:https?:\/\/)?[\w.@/?=&%-]{3,120})(?=['"]?(?:\s|$))/g;
const ADDRESS = /^https?:\/\//;
const HOST = /^https?:\/\/[^/?]+/;
const PARTS_OF_ADDRESS = /[/?=&]/;
const CHARACTERS_MAX = 20_000;
/** Fifteen bits of hash; the sixteenth says that the word is a number or an id. */
const HASH_MASK = 0x7fff;
const NUMERIC = 0x8000;

const ID_LENGTH_MIN = 4;

/** Words as hashes. */
export interface ArgumentWords {
  readonly slots: readonly number[];
  readonly words: readonly number[];
}

/** Whether a hashed word is a number or an id. */
export function isNumeric(word: number): boolean {
  return (word & NUMERIC) !== 0;
}

/** The words of arguments, or of the command line that they are. */
export function argumentWords(args: string): ArgumentWords {
  const text = args.slice(0, CHARACTERS_MAX);
  const parts = text.split(/[\s",{}[\]]+/).filter((part) => part !== '' && part !== ':');
  const slots = parts.slice(0, SLOTS_KEPT).map(slotHash);
  const rest = parts.slice(SLOTS_KEPT);
  if (rest.length > 0) {
    const hash = rest.length > REST_WORDS_MAX ? wordHash : slotHash;
    slots.push(hash(rest.join(' ')));
  }
  const words = new Set<number>();
  for (const token of tokensOf(text)) {
    if (isId(token)) words.add(wordHash(token) | NUMERIC);
    else for (const word of nameParts(token)) words.add(wordHash(word.toLowerCase()));
  }
  // Numbers and ids tell entries of a list apart, so they are in the sample before all others.
  const first = [...words].toSorted((a, b) => rank(a) - rank(b));
  return { slots, words: first.slice(0, WORDS_KEPT).toSorted((a, b) => a - b) };
}

/** Words and numbers that make up one value: a month of a year, a street and a house. */
const CHOSEN = /"((?=[^"]{0,39}\d)(?=[^"]{0,39}\p{L})[^"\s{}]{1,30} [^"{}]{1,40})"(?!:)/gu;

/** The values among arguments that are a name and a number, each as one word: known words can make a new one. */
export function chosenWords(args: string): readonly number[] {
  return [...args.slice(0, NAMES_CHARACTERS).matchAll(CHOSEN)].map(([, value = '']) =>
    wordHash(value.toLowerCase()),
  );
}

function rank(word: number): number {
  return isNumeric(word) ? word - 2 * NUMERIC : word;
}

/** Whether a word is an id: letters and digits that take turns. A name with a number behind it is none. */
function isId(token: string): boolean {
  if (token.length < ID_LENGTH_MIN || !/\d/.test(token)) return false;
  return /\d\p{L}/u.test(token);
}

/** The names among arguments: whole values, and the parts of paths. */
export function argumentNames(args: string): readonly string[] {
  const names = new Set<string>();
  const values = [...args.slice(0, NAMES_CHARACTERS).matchAll(VALUE)].map(
    ([, quoted, bare = '']) => quoted ?? bare,
  );
  // What is asked for stands in the address, and an option names nothing.
  const first = values.filter((value) => ADDRESS.test(value));
  const others = values.filter((value) => !first.includes(value) && !value.startsWith('-'));
  for (const value of [...first, ...others]) {
    const [stem = ''] = value.split('.');
    const parts = value.split(value.includes(' ') ? /[^\w.@/-]+/ : PARTS_OF_ADDRESS);
    for (const name of ADDRESS.test(value) ? addressNames(value, parts) : [value, stem, ...parts]) {
      if (names.size === NAMES_KEPT) return [...names];
      if (name.length >= NAME_LENGTH_MIN) names.add(name);
    }
  }
  return [...names];
}

/** The file of a patch, a path among the arguments, or the first value that is no text. */
const patched = /\*\*\* (?:Add|Update|Delete) File: ([^\n"\\]{1,200})/;
const pathValue = /"(?:\w{0,20}path|file\w{0,20}|uri)":"([^"\n]{1,200})"/i;
const bareValue = /"\w{1,40}":"([^"\s]{1,80})"/;
const TARGET_CHARACTERS = 4_000;

/** What a change is about, where its arguments say so. */
export function argumentTarget(args: string): string | undefined {
  const text = args.slice(0, TARGET_CHARACTERS);
  return patched.exec(text)?.[1] ?? pathValue.exec(text)?.[1] ?? bareValue.exec(text)?.[1];
}

/** The names in an address: itself, its path, and its parts from behind, because the end says what is asked about. */
function addressNames(address: string, parts: readonly string[]): readonly string[] {
  const path = address.replace(HOST, '');
  return [address, path, path.slice(1), ...parts.toReversed()];
}

/** The ids in a text, as hashed words: what a result hands out, and a later call may use. */
export function handedIds(text: string): readonly number[] {
  const ids = new Set<number>();
  for (const token of tokensOf(text)) {
    if (ids.size === IDS_KEPT) break;
    if (isId(token)) ids.add(wordHash(token) | NUMERIC);
  }
  return [...ids];
}

/** In a template a word with a digit in it is a number: a day, an hour, the id of a customer. */
function slotHash(word: string): number {
  return /\d/.test(word) ? wordHash(word) | NUMERIC : wordHash(word);
}

function wordHash(word: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) {
    value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  }
  const folded = (value ^ (value >>> 15)) & HASH_MASK;
  return /^\d+$/.test(word) ? folded | NUMERIC : folded;
}

/** The name that a browser tool gave to an element at its last look. */
const elementName = /"(?:ref|uid|backend_?node_?id)":\s*(?:"[^"]{1,40}"|\d+)/g;

const queryToken = /[?&][\w.-]{1,40}=(?=[\w%-]*\d)[\w%-]{8,}/g;

/**
 * A long word of letters and digits, also behind the year of a date. It is tried where such a word begins and nowhere inside:
 * a line of "-p-p-p…" would be looked through again from each of its letters.
 */
const rotatingToken =
  /\b(?:(?<!\w-*)|(?<=(?<![\w-])-*\d{4})(?=-\d\d-\d\d))(?!\d{4}-\d\d-\d\d)(?=[\w-]*\d[a-z])[\w-]{10,}\b/gi;

/** Arguments with a token in the place of whatever is another at each call, without meaning anything. */
export function steadyArguments(args: string): string {
  return withoutRandomWords(args)
    .replace(elementName, '"<token>"')
    .replace(queryToken, '<token>')
    .replace(rotatingToken, '<token>');
}

/** Arguments without rotating tokens, each word once; numbers stay, because page 2 is not page 1. */
export function looseArguments(args: string): string {
  return [...new Set(placeholderWords(steadyArguments(args)))].toSorted().join(' ');
}
