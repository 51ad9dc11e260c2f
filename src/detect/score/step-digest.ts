/**
 * What is kept of a tool call instead of its text: at most a kibibyte, without memory.
 *
 * Everything the judge needs is in here, so the journal needs no text, and judging again from
 * digests gives the same verdict as judging from the full transcript.
 */
import { hash } from 'node:crypto';
import { stableJson } from '../../base/stable-json.ts';
import { normaliseText } from '../text/normalise-text.ts';
import { wordHashes } from '../text/word-hashes.ts';
import type { ToolEvent } from '../thread/transcript.ts';
import { outcomeKind } from './outcome.ts';
import { resultLines } from './result-lines.ts';
import { toolNature, type ToolNature } from './tool-nature.ts';

/** At most this many lines and argument words are kept, those with the smallest hashes. */
const LINES_KEPT = 40;
const WORDS_KEPT = 20;
const TOOL_LENGTH_MAX = 48;
const HASH_DIGITS = 10;
const ERROR_LINES = 3;
const ERROR_CHARACTERS = 300;
const WORD = /[\p{L}\p{N}_]{2,}/gu;
/** Line hashes are 24 bits: the thread remembers hundreds of them. Words are compared in tens: 16 bits. */
const LINE_HASH_MASK = 0xffffff;
const WORD_HASH_MASK = 0xffff;

/** The digest of one tool call. */
export interface StepDigest {
  readonly tool: string;
  readonly nature: ToolNature;
  /** Tool and arguments. */
  readonly call: string;
  /** The same with ids, timestamps and random tokens replaced, and words in order. */
  readonly looseCall: string;
  /** A sample of the argument words. */
  readonly words: readonly number[];
  /** Normalised result. */
  readonly outcome: string;
  /** The result with its digits, where the outcome drops them. */
  readonly exactOutcome: string;
  /** Which error it was, without what it repeats of the call; null for a success. */
  readonly error: string | null;
  /** The error as it stands: equal words are the same error, whatever was asked. */
  readonly errorText: string | null;
  /** A sample of the result's lines. */
  readonly lines: readonly number[];
  readonly negative: boolean;
  readonly infrastructure: boolean;
  readonly bare: boolean;
  /** The answer says that something is still at work. */
  readonly unfinished: boolean;
  /** The source says that this call waits by design. */
  readonly poll: boolean;
  readonly atMs: number | null;
}

/** The digest of a tool call. */
export function digestStep(event: ToolEvent): StepDigest {
  const nature = toolNature(event.tool, event.args);
  const written = stableJson(event.args);
  // In a command line white space separates and no more.
  const args = isCommand(nature) ? written.replace(/\s+/g, ' ').replace(/" | "/g, '"') : written;
  const kind = outcomeKind(event);
  const text = event.error === undefined ? event.result : `${event.error}\n${event.result}`;
  const lines = resultLines(text, kind.isError);
  const exact = kind.isError ? resultLines(text, false) : lines;
  const hinted = (hint: string) => event.hints?.some((one) => one === hint) === true;
  const words = wordHashes(args).map((word) => foldedWord(word));
  // Keys in canonical order, as the journal writes them.
  return {
    atMs: event.atMs ?? null,
    bare: kind.bare,
    call: shortHash(`${event.tool}\n${args}`),
    error: kind.isError ? shortHash(errorKind(lines, `${event.tool} ${args}`)) : null,
    errorText: kind.isError ? shortHash(lines.slice(0, ERROR_LINES).join('\n')) : null,
    exactOutcome: shortHash(exact.join('\n')),
    infrastructure: kind.infrastructure,
    lines: smallest(lines.map(lineHash), LINES_KEPT),
    looseCall: shortHash(`${event.tool}\n${looseArguments(args)}`),
    nature: hinted('ui') ? 'screen' : nature,
    negative: kind.negative,
    outcome: shortHash(lines.join('\n')),
    poll: hinted('poll') || nature === 'wait',
    tool: event.tool.slice(0, TOOL_LENGTH_MAX),
    unfinished: kind.unfinished,
    words: smallest(words, WORDS_KEPT),
  };
}

/** Arguments without rotating tokens; numbers stay, because page 2 is not page 1. */
function looseArguments(args: string): string {
  const tokens = args
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{10,}\b/gi, '<token>')
    .split(/[^\p{L}\p{N}_<>]+/u)
    .filter((token) => token !== '');
  return tokens.toSorted().join(' ');
}

function isCommand(nature: ToolNature): boolean {
  return nature === 'run' || nature === 'read' || nature === 'wait';
}

/** Which error it was: its first lines without what they only repeat of the call. */
function errorKind(lines: readonly string[], call: string): string {
  const asked = new Set(call.toLowerCase().match(WORD) ?? []);
  return normaliseText(lines.slice(0, ERROR_LINES).join('\n'))
    .replace(/(["'`])(?:(?!\1).){1,200}\1/g, '<arg>')
    .replace(WORD, (word) => (asked.has(word.toLowerCase()) ? '<arg>' : word))
    .replace(/(?:<arg>[^\p{L}\p{N}<]*)+/gu, '<arg> ')
    .slice(0, ERROR_CHARACTERS);
}

/** Both halves of a word hash in one: the low bits of similar short words are alike. */
function foldedWord(word: number): number {
  return (word ^ (word >>> 16)) & WORD_HASH_MASK;
}

function lineHash(line: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < line.length; index += 1) {
    value = Math.imul(value ^ line.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) & LINE_HASH_MASK;
}

/** The smallest of distinct hashes: the same lines give the same sample, wherever they stand. */
function smallest(hashes: readonly number[], count: number): readonly number[] {
  return [...new Set(hashes)].toSorted((a, b) => a - b).slice(0, count);
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, HASH_DIGITS);
}
