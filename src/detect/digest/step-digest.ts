/**
 * What is kept of a tool call instead of its text: at most a kibibyte, without memory.
 *
 * Everything the judge needs is in here, so the journal needs no text, and judging again from
 * digests gives the same verdict as judging from the full transcript.
 */
import { hash } from 'node:crypto';
import { normaliseText } from '../text/normalise-text.ts';
import { spokenWords } from '../text/text-words.ts';
import type { ToolEvent } from '../thread/transcript.ts';
import {
  argumentNames,
  argumentTarget,
  argumentWords,
  chosenWords,
  handedIds,
  looseArguments,
  steadyArguments,
} from './argument-words.ts';
import { takesPortion } from './effect-count.ts';
import { executedCall, toldWaitMs } from './executed-call.ts';
import { latinIds, MASK } from './opaque-text.ts';
import { outcomeKind, type OutcomeKind } from './outcome.ts';
import { plainResult } from './plain-result.ts';
import { isReading } from './reading.ts';
import { ANY_NUMBER, lineHash, normalName, resultLines, SHORT_CHARACTERS } from './result-lines.ts';
import { roomForLines } from './room-for-lines.ts';
import { symptomLines, type SymptomLines } from './symptom.ts';
import { toolNature, type ToolNature } from './tool-nature.ts';

/** So many numbers of a result are followed from one look to the next. */
const NUMBERS_KEPT = 6;
/** Numbers are kept in hundredths, so that they are whole; larger ones by their logarithm, which keeps their order. */
const HUNDREDTHS_MAX = 899_999_999;
const LOGARITHM_MIN = 23;
const LOGARITHM_UNITS = 3_300_000;
const TOOL_LENGTH_MAX = 48;
const HASH_DIGITS = 10;
const ERROR_LINES = 3;
/** Words of a command that say what it is. */
const KIND_WORDS = 3;
const KIND_MASK = 0xffff;
const CONTENT_CHARACTERS = 120;
/** Values of the question that are looked for in the answer. */
const ECHO_LENGTH_MIN = 4;
const ECHO_LENGTH_MAX = 300;
const ECHO_RESULT_MAX = 300;
const ECHO_WORDS_MAX = 5;
const IDS_CHARACTERS = 2_000;
const NUMBERS_CHARACTERS = 600;
const ERROR_CHARACTERS = 300;
const PICTURE = /^\s*[[<]?(?:image|picture|screenshot)[^\n\]>]{0,60}[\]>]?\s*$/i;
const SENTENCE_WORDS = 5;
const SENTENCE_CHARACTERS = 400;
/** A row of a board: several places, each with a figure or a sign in it. */
const BOARD_ROW = /^[ \t|]*(?:[\d.#*_-]{1,6}[ \t|]+){2,}[\d.#*_-]{1,6}[ \t|]*$/gm;
const BOARD_ROWS = 3;
const STARTS_BESIDE = /\$!|&\s*$/;
const PROCESS_NUMBER = /^[ \t]*(?:\[\d+\][ \t]+)?\d{2,7}[ \t]*$/gm;
const NUMBER = /\d+(?:\.\d+)?/g;
/** A clock goes on by itself. */
const TIME_OF_DAY = /(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:.])/g;

/** The digest of one tool call. */
export interface StepDigest {
  readonly tool: string;
  readonly nature: ToolNature;
  /** The program and what it is told to do; absent where the call is no command, and is of its tool's kind. */
  readonly kind?: number;
  /** What a change is about; absent where nothing says so. */
  readonly about?: number;
  /** Tool and arguments, as far as they are executed. */
  readonly call: string;
  /** The same with ids, timestamps and random tokens replaced, and words in order. */
  readonly looseCall: string;
  /** The arguments as a template: their words in order, each as a hash. */
  readonly slots: readonly number[];
  /** A sample of the argument words. */
  readonly words: readonly number[];
  /** Normalised result. */
  readonly outcome: string;
  /** The result with its digits, where the outcome drops them. */
  readonly exactOutcome: string;
  /** The result without its numbers: what stays while they move. A long one is data, and its numbers belong to it. */
  readonly shape: string;
  /** The first and the last numbers of the result, in hundredths. */
  readonly numbers: readonly number[];
  /** Names in the arguments, hashed as lines are: those that stood in a list are its entries. */
  readonly names: readonly number[];
  /** The first ids in the result: entities that somebody may go on to work with. */
  readonly ids: readonly number[];
  /** Which error it was, without what it repeats of the call; null for a success. */
  readonly error: string | null;
  /** The error as it stands: equal words are the same error, whatever was asked. */
  readonly errorText: string | null;
  /** Long enough that two different things hardly ever have it in common. */
  readonly content: boolean;
  /** A reply in words, more than an acknowledgement. */
  readonly sentence: boolean;
  /** A sample of the result's lines. */
  readonly lines: readonly number[];
  readonly negative: boolean;
  readonly infrastructure: boolean;
  /** With it: the other side is asked too often, or nobody listens there; absent where it is neither. */
  readonly limited?: true;
  readonly bare: boolean;
  /** The answer says that something is still at work. */
  readonly unfinished: boolean;
  /** The answer says that it ended badly and will stay so. */
  readonly terminal: boolean;
  /** A check that did not pass. */
  readonly red: boolean;
  /** What failed, whatever command showed it; absent where nothing did. */
  readonly symptom?: readonly number[];
  /** With it: how much went well, and how much did not. */
  readonly tally?: readonly number[];
  /** The answer is a picture, of which nothing is known. */
  readonly picture: boolean;
  /** The answer says no about the very thing that was asked for; absent where it does not. */
  readonly refused?: true;
  /** The answer says that a portion of something was done: the same again is the next one; absent where it does not. */
  readonly portion?: true;
  /** The source says that this call waits by design. */
  readonly poll: boolean;
  /** The answer is a figure or two, of which nothing says that it is as it should be; absent where it is not. */
  readonly reading?: true;
  /** How long the call itself waits, by its own words. */
  readonly sleepMs: number;
  readonly atMs: number | null;
}

/** The digest of a tool call. */
export function digestStep(event: ToolEvent): StepDigest {
  const { args, command, sleepMs: slept, fields } = executedCall(event.args, event.tool);
  const nature = toolNature(event.tool, event.args, command);
  const sleepMs = slept === 0 && nature === 'wait' ? toldWaitMs(fields) : slept;
  const { whatCame, kind } = readResult(event);
  const said = nature === 'read' ? withoutEcho(whatCame, fields, command === null) : whatCame;
  const text = latinIds(startsBeside(command) ? said.replace(PROCESS_NUMBER, MASK) : said);
  // A counter on a screen is no news; how its numbers move is another matter.
  const form = kind.isError ? 'error' : nature === 'screen' && !isBoard(text) ? 'screen' : 'exact';
  const lines = resultLines(text, form);
  const exact = form === 'exact' ? lines : resultLines(text, 'exact');
  const whole = exact.join('\n');
  const exactOutcome = shortHash(whole);
  const hinted = (hint: string) => event.hints?.some((one) => one === hint) === true;
  const { slots, words: single } = argumentWords(latinIds(command ?? args));
  const words = nature === 'screen' ? screenWords(latinIds(args)) : single;
  const failed = symptomOf(text, kind);
  const about = nature === 'change' ? argumentTarget(args) : undefined;
  const beside = {
    slots,
    words,
    ids: handedIds(text.slice(0, IDS_CHARACTERS)),
    names: argumentNames(command ?? args).map((name) => lineHash(normalName(name))),
    ...(about === undefined ? {} : { about: lineHash(normalName(about)) }),
    ...(command === null ? {} : { kind: commandKind(command) }),
    ...(failed === undefined ? {} : { symptom: failed.symptom }),
  };
  // Keys in canonical order, as the journal writes them.
  return {
    ...(beside.about === undefined ? {} : { about: beside.about }),
    atMs: event.atMs ?? null,
    bare: kind.bare,
    call: shortHash(`${event.tool}\n${args}`),
    content: !kind.isError && whole.length >= CONTENT_CHARACTERS,
    error: kind.isError ? shortHash(errorKind(lines, `${event.tool} ${args}`)) : null,
    errorText: kind.isError ? shortHash(lines.slice(0, ERROR_LINES).join('\n')) : null,
    exactOutcome,
    ids: beside.ids,
    infrastructure: kind.infrastructure,
    ...(beside.kind === undefined ? {} : { kind: beside.kind }),
    ...(kind.infrastructure && kind.limited ? { limited: true } : {}),
    lines: smallest(lines.map(lineHash), roomForLines(beside)),
    looseCall: shortHash(`${event.tool}\n${looseArguments(latinIds(args))}`),
    names: beside.names,
    nature: hinted('ui') ? 'screen' : nature,
    negative: kind.negative || (nature === 'read' && lines.length === 0 && !kind.isError),
    numbers: endNumbers(whole),
    outcome: kind.isError ? shortHash(lines.join('\n')) : exactOutcome,
    picture: PICTURE.test(text),
    ...(!kind.red && takesPortion(text, args) ? { portion: true } : {}),
    poll: hinted('poll') || nature === 'wait',
    ...(!kind.isError && isReading(exact, nature === 'run') ? { reading: true } : {}),
    red: kind.red,
    ...(kind.refused ? { refused: true } : {}),
    sentence: !kind.isError && isSentence(whole),
    shape:
      whole.length > SHORT_CHARACTERS ? exactOutcome : shortHash(whole.replace(NUMBER, ANY_NUMBER)),
    sleepMs,
    slots,
    ...(failed === undefined ? {} : failed),
    terminal: kind.terminal,
    tool: event.tool.slice(0, TOOL_LENGTH_MAX).toWellFormed(),
    unfinished: kind.unfinished,
    words,
  };
}

/** Whether a screen shows a board or a table: rows of figures and nothing else. */
function isBoard(text: string): boolean {
  return (text.match(BOARD_ROW)?.length ?? 0) >= BOARD_ROWS;
}

/** The words of an act on a screen: a token in an address is none, and a name with a number is one. */
function screenWords(args: string): readonly number[] {
  const steady = steadyArguments(args);
  return [...argumentWords(steady).words, ...chosenWords(steady)];
}

/** Whether a command leaves something running, of which it tells the number. */
function startsBeside(command: string | null): boolean {
  return command !== null && STARTS_BESIDE.test(command);
}

/** A command by its first words. */
function commandKind(command: string): number {
  return lineHash(command.trim().split(/\s+/, KIND_WORDS).join(' ')) & KIND_MASK;
}

function symptomOf(text: string, kind: OutcomeKind): SymptomLines | undefined {
  if (!kind.red || kind.unfinished || kind.bare) return undefined;
  const said = symptomLines(text, kind.isError);
  return said.symptom.length === 0 ? undefined : said;
}

/** What came back, as it was said, and how it ended. */
function readResult(event: ToolEvent): { readonly whatCame: string; readonly kind: OutcomeKind } {
  const { error, result } = event;
  if (error === undefined) {
    const said = plainResult(result);
    return { whatCame: said.text, kind: outcomeKind(event, said) };
  }
  const said = plainResult(error);
  const more = result === error ? said : plainResult(result);
  return { whatCame: `${said.text}\n${more.text}`, kind: outcomeKind(event, said) };
}

/** What an answer repeats of the question says nothing: "No results for …" is one answer, whatever was asked. */
function withoutEcho(
  text: string,
  asked: Readonly<Record<string, unknown>>,
  wordByWord: boolean,
): string {
  if (text.length > SHORT_CHARACTERS) return text;
  let rest = text;
  for (const value of Object.values(asked)) {
    if (typeof value !== 'string') continue;
    if (value.length < ECHO_LENGTH_MIN || value.length > ECHO_LENGTH_MAX) continue;
    if (rest.includes(value)) rest = rest.replaceAll(value, '<arg>');
    else if (wordByWord && text.length <= ECHO_RESULT_MAX && !isSaid(value))
      rest = withoutWords(rest, value);
  }
  return rest;
}

/** Whether a question is put in so many words that an answer about anything has some of them. */
function isSaid(asked: string): boolean {
  return asked.split(' ').length > ECHO_WORDS_MAX;
}

/** What one line repeats of the question, word by word. */
function withoutWords(text: string, asked: string): string {
  const askedWord = /[\p{L}\p{N}_]{4,}/gu;
  const words = new Set(asked.match(askedWord));
  return words.size === 0
    ? text
    : text.replace(askedWord, (word) => (words.has(word) ? '<arg>' : word));
}

/** The first and the last numbers of a text: a counter stands at an end. */
function endNumbers(text: string): readonly number[] {
  const found = endsOf(text).replace(TIME_OF_DAY, ' ').match(NUMBER) ?? [];
  const half = NUMBERS_KEPT / 2;
  const ends =
    found.length <= NUMBERS_KEPT ? found : [...found.slice(0, half), ...found.slice(-half)];
  return ends.map((digits) => wholeNumber(Math.min(Number(digits), Number.MAX_SAFE_INTEGER)));
}

/** Whether a text says something in words, and is no more than a few lines. */
function isSentence(text: string): boolean {
  if (text.length > SENTENCE_CHARACTERS) return false;
  return spokenWords(text).length >= SENTENCE_WORDS;
}

function wholeNumber(number: number): number {
  const hundredths = Math.round(number * 100);
  if (hundredths <= HUNDREDTHS_MAX) return hundredths;
  return HUNDREDTHS_MAX + Math.round((Math.log2(number) - LOGARITHM_MIN) * LOGARITHM_UNITS);
}

/** The beginning and the end of a long text. */
function endsOf(text: string): string {
  if (text.length <= 2 * NUMBERS_CHARACTERS) return text;
  return `${text.slice(0, NUMBERS_CHARACTERS)} ${text.slice(-NUMBERS_CHARACTERS)}`;
}

/** Which error it was: its first lines without what they only repeat of the call. */
function errorKind(lines: readonly string[], call: string): string {
  const words = /[\p{L}\p{N}_]{2,}/gu;
  const asked = new Set(call.toLowerCase().match(words) ?? []);
  return normaliseText(lines.slice(0, ERROR_LINES).join('\n'))
    .replace(/(["'`])(?:(?!\1).){1,200}\1/g, '<arg>')
    .replace(words, (word) => (asked.has(word.toLowerCase()) ? '<arg>' : word))
    .replace(/(?:<arg>[^\p{L}\p{N}<]*)+/gu, '<arg> ')
    .slice(0, ERROR_CHARACTERS);
}

/** The smallest of distinct hashes: the same lines give the same sample, wherever they stand. */
function smallest(hashes: readonly number[], count: number): readonly number[] {
  return [...new Set(hashes)].toSorted((a, b) => a - b).slice(0, count);
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, HASH_DIGITS);
}
