import { firstValues } from '../base/first-values.ts';
/**
 * What the model did in an answer: the tools it called and the words it said.
 *
 * The calls the model made count, not the tools it was offered. Answers are whole JSON bodies here, in the
 * form of the format that the request was in.
 */
import { repeatsKey } from '../base/json-keys.ts';
import { openedJson } from '../base/json-text.ts';
import { listOf, objectOrNull, type JsonObject } from '../base/json-values.ts';
import { stableJson } from '../base/stable-json.ts';
import { clipped } from './content-text.ts';
import { piecesOfAnswer } from './conversation.ts';
import type { Piece } from './piece.ts';
import type { WireFormat } from './wire-format.ts';

/** A call in an answer. */
export interface MadeToolCall {
  readonly callId?: string;
  readonly tool: string;
  readonly args: unknown;
  /** The arguments with keys in order: the same call has the same text. */
  readonly canonicalArgs: string;
}

/** Choices, candidates, items and chunks of one answer that are read. */
const ITEMS_MAX = 1_024;

/** The tool calls in an answer, in order; none in a body that is no answer. */
export function madeToolCalls(answer: unknown): readonly MadeToolCall[] {
  return answerPieces(answer).flatMap((piece) => (piece.kind === 'call' ? [madeCall(piece)] : []));
}

/** The words in an answer, as one text; empty when there are none. */
export function answerText(answer: unknown): string {
  const texts = answerPieces(answer).flatMap((piece) =>
    piece.kind === 'response' ? [piece.text] : [],
  );
  return clipped(texts.join('\n'));
}

function madeCall(call: Extract<Piece, { kind: 'call' }>): MadeToolCall {
  const args = madeArgs(call.args);
  return {
    ...(call.callId === null ? {} : { callId: call.callId }),
    tool: call.tool,
    args,
    canonicalArgs: stableJson(args),
  };
}

/** Whole, because somebody may be asked about all of it. What says a key twice stays the text that it is. */
function madeArgs(written: unknown): unknown {
  if (written === undefined || written === null || written === '') return {};
  const opened = openedJson(written);
  const isDoubled =
    typeof written === 'string' && opened !== written && repeatsKey(written, opened);
  return isDoubled ? written : opened;
}

/** One streaming API without events answers with a list of chunks. */
function answerPieces(answer: unknown): readonly Piece[] {
  if (!Array.isArray(answer)) return piecesOfOne(objectOrNull(answer));
  return listOf(answer)
    .slice(0, ITEMS_MAX)
    .flatMap((chunk) => piecesOfOne(objectOrNull(chunk)));
}

function piecesOfOne(answer: JsonObject | null): readonly Piece[] {
  if (answer === null) return [];
  const inner = objectOrNull(answer['response']) ?? answer;
  if (Array.isArray(inner['choices'])) return each('openai-chat', inner['choices'], 'message');
  if (Array.isArray(inner['output'])) return each('openai-responses', inner['output']);
  if (Array.isArray(inner['candidates'])) return each('gemini', inner['candidates'], 'content');
  if (!Array.isArray(inner['content'])) return [];
  return piecesOfAnswer('anthropic', { role: 'assistant', content: inner['content'] });
}

function each(format: WireFormat, list: unknown, field?: string): readonly Piece[] {
  return listOf(list)
    .slice(0, ITEMS_MAX)
    .flatMap((one) => {
      const held = field === undefined ? one : objectOrNull(one)?.[field];
      const message = objectOrNull(held);
      if (message === null) return [];
      // An answer is the model's, whether it says so or not.
      const role = format === 'gemini' ? 'model' : 'assistant';
      return piecesOfAnswer(format, { ...message, role });
    });
}

/** Arguments as a JSON value of bounded size; a call without any has an empty object. */
export function givenArgs(args: unknown): unknown {
  return args === undefined || args === null || args === '' ? {} : firstValues(openedJson(args));
}
