/**
 * OpenAI chat completions: `messages` with roles, calls beside the content, results as messages of their own.
 */
import { listOf, objectOrNull, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { lastParts, promptPieces, responsePieces, resultPiece, type Piece } from '../piece.ts';

/** The pieces of one message; the system's and the developer's have none. */
export function readChatMessage(value: unknown, message: number): readonly Piece[] {
  const fields = objectOrNull(value);
  switch (fields?.['role']) {
    case 'user':
      return promptPieces(fields['content'], message);
    case 'assistant':
      return readAnswer(fields, message);
    case 'tool':
    case 'function':
      return [
        resultPiece(message, textOrNull(fields['tool_call_id']), fields['content'], {
          tool: textOrNull(fields['name']),
        }),
      ];
    default:
      return [];
  }
}

function readAnswer(fields: JsonObject, message: number): readonly Piece[] {
  const pieces: Piece[] = [...responsePieces(fields['content'], message)];
  if (pieces.length === 0)
    pieces.push(...responsePieces(textOrNull(fields['refusal']) ?? '', message));
  for (const call of lastParts(listOf(fields['tool_calls']))) {
    const piece = readCall(objectOrNull(call), message);
    if (piece !== null) pieces.push(piece);
  }
  // The form before tools had ids: one function, joined with its answer by name.
  const old = objectOrNull(fields['function_call']);
  if (old !== null) {
    const tool = textOrNull(old['name']) ?? 'unknown';
    pieces.push({ kind: 'call', message, callId: null, tool, args: old['arguments'] });
  }
  return pieces;
}

function readCall(call: JsonObject | null, message: number): Piece | null {
  const made = objectOrNull(call?.['function']) ?? objectOrNull(call?.['custom']);
  if (call === null || made === null) return null;
  const tool = textOrNull(made['name']) ?? 'unknown';
  const args = made['arguments'] ?? made['input'];
  return { kind: 'call', message, callId: textOrNull(call['id']), tool, args };
}
