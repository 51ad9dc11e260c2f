/**
 * An answer made complete: ids, usage and pieces, ready to be written in any wire format.
 *
 * Nothing here depends on a clock or on chance, so the same request at the same index gives the same bytes.
 */
import type { WireFormat } from '../../wire/index.ts';
import type { AskedTurn, FakeAnswer, FakeError } from './turn.ts';

const CHUNK_CHARACTERS = 16;
const CHARACTERS_PER_TOKEN = 4;
const INDEX_DIGITS = 6;
/** When everything was made, in the seconds that providers count: a fixed moment in 2025. */
export const CREATED_AT_S = 1_750_000_000;

/** The content type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';

const callIdPrefixes: Readonly<Record<WireFormat, string>> = {
  anthropic: 'toolu',
  'openai-chat': 'call',
  'openai-responses': 'call',
  gemini: 'fc',
};

/** Tokens in every count that some provider reports. */
export interface SaidUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** How much of the output was thought. */
  readonly reasoning: number;
}

/** A tool call with its id and its arguments as JSON. */
export interface SaidCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argsJson: string;
  readonly namespace?: string;
}

/** What the model says in one turn. */
export interface SaidTurn {
  readonly turn: AskedTurn;
  /** The turn's number as part of ids. */
  readonly number: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly SaidCall[];
  readonly usage: SaidUsage | null;
  /** A text in pieces as they are streamed; none of an empty one. */
  readonly pieces: (text: string) => readonly string[];
}

/** How one provider writes. */
export interface FakeWire {
  /** The whole answer. */
  readonly answer: (said: SaidTurn) => object;
  /** The answer as a stream, each chunk ready to be sent. */
  readonly chunks: (said: SaidTurn) => Iterable<string>;
  /** The content type of that stream. */
  readonly streamType: (turn: AskedTurn) => string;
  readonly error: (status: number, error: FakeError) => object;
}

/** Completes an answer. */
export function saidTurn(turn: AskedTurn, answer: FakeAnswer): SaidTurn {
  const number = String(turn.index).padStart(INDEX_DIGITS, '0');
  const calls = (answer.toolCalls ?? []).map(({ id, ...call }, place): SaidCall => ({
    ...call,
    id: id ?? `${callIdPrefixes[turn.format]}_${number}_${place}`,
    argsJson: JSON.stringify(call.args),
  }));
  const text = answer.text ?? '';
  const reasoning = answer.reasoning ?? '';
  const characters = answer.pace?.chunkChars ?? CHUNK_CHARACTERS;
  if (!Number.isInteger(characters) || characters < 1) {
    throw new RangeError(`pace.chunkChars must be a whole number from 1, not ${characters}`);
  }
  const pieces = (whole: string) => inPieces(whole, characters);
  const usage = usageOf(turn, answer.usage, reasoning, [text, ...calls.map((c) => c.argsJson)]);
  return { turn, number, text, reasoning, calls, usage, pieces };
}

/** Tokens that a text has, roughly. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** A text in pieces of so many characters; no character is cut in two. */
export function inPieces(text: string, characters: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = start + characters;
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function usageOf(
  turn: AskedTurn,
  given: FakeAnswer['usage'],
  reasoning: string,
  spoken: readonly string[],
): SaidUsage | null {
  if (given === null) return null;
  const thought = estimatedTokens(reasoning);
  const { cacheRead = 0, cacheWrite = 0 } = given ?? {};
  const input = given?.input ?? estimatedTokens(JSON.stringify(turn.body));
  const output = given?.output ?? thought + estimatedTokens(spoken.join(''));
  return { input, output, cacheRead, cacheWrite, reasoning: Math.min(thought, output) };
}
